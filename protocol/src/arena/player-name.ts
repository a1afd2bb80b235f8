/** The name of a player in the Core War arena. */
import * as z from 'zod/mini'

/** A person's choice. Spaces in a row count as one: names that look alike are the same. */
export const ArenaPlayerName = z.string().check(
	z.trim(),
	z.overwrite((name) => name.replaceAll(/ +/g, ' ')),
	z.minLength(2),
	z.maxLength(100),
	z.regex(/^[A-Za-z0-9_\-. ]+$/, 'Use letters, digits, spaces, and the characters _ - .'),
)
