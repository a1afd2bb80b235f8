/** The limits of the arguments that a model may send in one answer. */
import { MAX_JSON_DEPTH } from '../../json-depth.ts'

/**
 * Characters of all arguments of one answer together. Tools take files of 512 KB; arguments are drawn and stored while
 * they grow, and a server that sends megabytes would hold up everybody.
 */
export const MAX_INPUT_CHARS = 1_000_000

/**
 * The reason why no call is made of these arguments, which the model reads in their place. Returns null if nothing is
 * wrong with their size.
 * Deep nesting overflows the stack of recursive code, and SQLite reads no JSON of more than 1,000 levels.
 */
export const refusedInput = (input: unknown): string | null =>
	input === INPUT_TOO_LONG || input === INPUT_TOO_DEEP ? input : null

/** The model reads this in place of arguments that were nested too deeply. */
export const INPUT_TOO_DEEP = `The arguments are nested more than ${MAX_JSON_DEPTH} levels deep. Nothing ran. Send flatter arguments.`

/** The model reads this in place of arguments that were too long. */
export const INPUT_TOO_LONG = `The arguments are longer than ${MAX_INPUT_CHARS.toLocaleString('en-US')} characters for one answer. Nothing ran. Write a long file in pieces: write_file, then append_to_file in later answers.`
