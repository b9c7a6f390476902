export const lodgementTexts = {
  sent: 'Submission successful!',
  failed: 'Submission failed. Please try again.',
  incomplete: 'Please complete all required fields.',
  dialogTitle: 'Submission Successful!',
  dialogText: 'You will receive a confirmation email shortly. Please check your inbox and spam folder.',
  /** If there's no confirmation email. */
  dialogTextWithoutEmail: 'Please note your reference. You’ll need it if you contact us.',
  dialogButton: 'Got it!',
} as const
