/** A command as one line that stands for exactly one program, its arguments and its folder. Pure. */

/** Written as they are; everything else in quotes, so that no argument can look like two, or like a folder. */
const PLAIN = /^[A-Za-z0-9_./\\:=@,+~-]+$/

const word = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text))

/**
 * Different commands never have the same text: an "always allowed" is compared by it.
 * @param command the program and its arguments
 * @param folder where it runs; `.` is the project's folder
 */
export function commandText(command: readonly string[], folder = '.'): string {
	const line = command.map(word).join(' ')
	return folder === '.' ? line : `[${word(folder)}] ${line}`
}

/** The same for a line that a shell reads. */
export const shellText = (line: string, folder = '.'): string =>
	folder === '.' ? `$ ${line}` : `[${word(folder)}] $ ${line}`
