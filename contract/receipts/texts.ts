import { formatDay } from '../core/dates.ts'
import { formatIncomeYear, retainedUntil } from '../core/income-years.ts'
import { refusals } from '../core/refusal.ts'

/** The sentences of specification §5 and §8 that the screens of receipts show. */
export const receiptTexts = {
  descriptionRequired: 'Description is required',
  chooseFile: 'Please select or drop a file to continue.',
  describeToContinue: 'Please provide a description to continue.',
  noCamera: 'Unable to access camera.',
  nothingPending: 'Image and description are missing!',
  described: 'Image and description Uploaded successfully! Add to category now to save file',
  saved: 'Upload saved successfully!',
  notSaved: 'Failed to save upload. Please try again.',
  pickCategory: 'Please select a category to save your upload...',
  categoryRequired: 'Please select a category.',
  categoryNotLoaded: 'Failed to load category details.',
  notListed: 'Error fetching uploads:',
  notDownloaded: 'Failed to download the file.',
  notAllDownloaded: 'Failed to download all files.',
  allDownloaded: 'All files downloaded successfully!',
  notSignedIn: 'User not identified. Please log in again.',
  deleted: 'File deleted successfully!',
  notDeleted: 'Failed to delete file. Please try again.',
  updated: 'File updated successfully!',
  notUpdated: 'Failed to update file.',
  moved: 'File moved successfully!',
  notMoved: 'Failed to move the file.',
  moveFailed: 'Error moving file.',
  noFiles: 'No files found for this category.',
  noDocumentPreview: 'Preview not available for DOCX files',
  confirmDelete: (title: string) => `Are you sure you want to delete ${title}?`,
  retained: (incomeYear: string) =>
    `The law requires you to keep it for five years after your ${formatIncomeYear(incomeYear)} tax return is due: ` +
    `until ${formatDay(retainedUntil(incomeYear))}, or longer if you lodge late.`,
} as const

export const receiptRefusals = refusals('receipts', {
  notFound: [404, 'We couldn’t find this receipt. It may have been deleted.'],
  fileNotFound: [404, 'We couldn’t find this file. It may have been deleted.'],
  originalsNotShared: [403, 'The original files aren’t shared with you.'],
  inTrash: [409, 'This receipt is in the bin. Restore it first.'],
  tooManyViews: [409, 'You can save up to 20 views. Delete one you no longer need first.'],
  changeNotFound: [404, 'It’s too late to undo this change.'],
  unknownCategory: [404, 'This category doesn’t exist.'],
  sameCategory: [409, 'File is already in the selected category.'],
  nothingToDownload: [404, receiptTexts.noFiles],
  draftNotFound: [404, 'We couldn’t find this upload, or it has expired. Please choose the file again.'],
  draftTaken: [409, 'This upload has already been saved.'],
  cannotSplit: [409, 'We couldn’t find several receipts in this picture.'],
  cannotUnfile: [
    409,
    'You’ve changed this receipt since you saved it, so we can’t undo that. Delete it instead.',
  ],
  cannotUnmerge: [409, 'You’ve changed this receipt since you merged it, so we can’t undo that.'],
  tooManyFiles: [409, 'A receipt can have at most 20 files.'],
  emptyFile: [400, 'This file is empty. Please choose another one.'],
  incomplete: [400, 'The upload was interrupted. Please try again.'],
  tooManyToday: [429, 'You’ve reached today’s upload limit. Try again tomorrow.'],
  fileTooLarge: [413, 'This file is too large.'],
  wrongType: [
    415,
    'We can’t accept this type of file. Choose a JPEG, PNG, WebP, HEIC or GIF image, a PDF, a DOC or a DOCX.',
  ],
  macros: [415, 'We can’t accept Word files with macros. Save a copy without macros and try again.'],
  damagedImage: [422, 'This image is incomplete or damaged. Please take it again or choose another one.'],
  tooManyPixels: [422, 'This image has more than 50 megapixels. Please choose a smaller one.'],
  damagedDocument: [422, 'This document is incomplete or damaged. Please choose another copy.'],
  noPreview: [404, 'There’s no preview of this file. Download it to view it.'],
  notAdjustable: [422, 'We can’t adjust this file.'],
  lockedPreview: [404, 'This PDF has a password, so we can’t show a preview. It’s stored unchanged.'],
})
