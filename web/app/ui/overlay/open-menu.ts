/** A selector of the open menu. If anything takes the focus from it, it closes. */
export const OPEN_MENU = '[role=menu][data-state=open]'
