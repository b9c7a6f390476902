/** Where the draft lies on this device. Apart, because the page asks for it before the form's script is here. */
export const DRAFT_KEY = 'lodgement-draft'
