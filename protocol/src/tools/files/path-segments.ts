/** Paths as the rules about names compare them. Pure. */

/** Not shown, and dropped by file systems of macOS when they compare names. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * One spelling for all that a file system may take for the same name. macOS folds more than A to Z: there `package.jſon`
 * (long s), `pacKage.json` (Kelvin sign) and `conﬁg` (a ligature) open the files of the usual names.
 */
export const foldedName = (name: string): string =>
	name.normalize('NFKC').replace(IGNORABLE, '').toUpperCase().toLowerCase()

/** Without empty ones and `.`; either slash. */
export const segmentsOf = (path: string): string[] =>
	path.split(/[\\/]/).filter((segment) => segment !== '' && segment !== '.')
