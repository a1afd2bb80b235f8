/** The limit of the arguments that a model may send in one answer. */

/**
 * Characters of all arguments of one answer together. Tools take files of 512 KB; arguments are drawn and stored while
 * they grow, and a server that sends megabytes would hold up everybody.
 */
export const MAX_INPUT_CHARS = 1_000_000

/** What the model reads in place of arguments that were too long. */
export const INPUT_TOO_LONG = `The arguments are longer than ${MAX_INPUT_CHARS.toLocaleString('en-US')} characters for one answer. Nothing ran. Write a long file in pieces: write_file, then append_to_file in later answers.`
