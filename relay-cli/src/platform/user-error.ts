/** A failure whose message is written for the user: it is shown as it is, without a stack. */
export class UserError extends Error {}
