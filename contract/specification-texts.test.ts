import { expect, test } from 'vitest'
import * as contract from './index.ts'

/** Every sentence that the contract has ready for people. */
const ready = new Set(Object.values(contract).flatMap(sentencesIn))

/** The sentences that the product's first specification fixed, letter by letter (docs/requirements.md). */
const catalogue = `
Message sent successfully!
Failed to send message. Please try again later.
Something went wrong. Please try again.
Kindly Verify Email!
Invalid details provided. Please try again.
Email already exists. Try logging in instead.
Login successful!
Email or username not found. Please check and try again.
Incorrect password. Please try again.
Incorrect email or password. Please try again.
Unexpected user role. Please contact support.
Email not found. Please check and try again.
An error occurred. Please try again later.
A new verification email has been sent. Please check your inbox.
Password reset email sent. Check your inbox.
An error occurred.
Password reset successfully!
Free Trial Activated! Enjoy 1 month of full access.
You are on a free trial! Enjoy all the features for the next 30 days.
Payment link is not available for this plan.
Network error. Please try again.
An error occurred. Please try again.
Failed to fetch subscription data.
No subscription plans available.
Unable to access camera.
Image and description are missing!
Image and description Uploaded successfully! Add to category now to save file
Upload saved successfully!
Failed to save upload. Please try again.
Description is required
Please select or drop a file to continue.
Please provide a description to continue.
Please select a category to save your upload...
Please select a category.
File is already in the selected category.
Failed to load category details.
Error fetching uploads:
Failed to download the file.
Failed to download all files.
All files downloaded successfully!
User not identified. Please log in again.
File deleted successfully!
Failed to delete file. Please try again.
File updated successfully!
Failed to update file.
File moved successfully!
Failed to move the file.
Error moving file.
No files found for this category.
Profile updated successfully!
Failed to update profile. Please try again.
Unable to fetch user details from local storage.
Please select at least one month for subscription.
An unexpected error occurred.
Payment succeeded
Your payment is processing.
Your payment was not successful, please try again.
Something went wrong, please try again.
Congratulations! Your upgrade plan is activated
Failed to fetch data.
User suspended successfully!
User unsuspended successfully!
Failed to update user status.
Subscription created successfully!
Failed to create subscription.
Error fetching Payment history
No payment found.
Submission failed. Please try again.
Please complete all required fields.
Submission Successful!
You will receive a confirmation email shortly. Please check your inbox and spam folder.
Got it!
Submission successful!`

test('the sentences of the specification are written as it writes them', () => {
  const expected = catalogue.trim().split('\n')
  expect(expected.filter((sentence) => !ready.has(sentence))).toEqual([])
  expect(contract.receiptTexts.confirmDelete('Shell.pdf')).toBe('Are you sure you want to delete Shell.pdf?')
})

test.each([
  ['open', 'Pending'],
  ['paid', 'Successful'],
  ['failed', 'Failed'],
  ['fail', 'Failed'],
  ['canceled', 'Cancelled'],
  ['expired', 'Expired'],
  ['refunded', 'Unknown'],
  ['toString', 'Unknown'],
])('a payment stored as %s is called %s', (status, label) => {
  expect(contract.paymentStatusLabel(status)).toBe(label)
})

/** Sentences lie at most two levels deep: `receiptTexts.saved`, `authRefusals.unknownEmail.message`. */
function sentencesIn(value: unknown, depth = 2): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((inner) => sentencesIn(inner, depth - 1))
}
