/** Shared by the commands: colours, fatal errors, and typed addresses. */
import { styleText } from 'node:util'
import { UserError } from '../platform/user-error.ts'

/** 1: failed · 2: wrong usage · 3: the relay is not running · 4: another relay is already running. */
export const EXIT = { failed: 1, usage: 2, notRunning: 3, running: 4 } as const

/** Ends the program with this code and a message for the user, without a stack. */
export class CommandError extends UserError {
	readonly exitCode: number
	constructor(message: string, exitCode: number = EXIT.failed) {
		super(message)
		this.exitCode = exitCode
	}
}

/** Ends the program, without a word, when nobody reads its output: `fairlead logs | head`. */
export function endQuietlyWithoutReaders(): void {
	for (const stream of [process.stdout, process.stderr])
		stream.on('error', (error: NodeJS.ErrnoException) => {
			if (error.code !== 'EPIPE') throw error
			process.exit()
		})
}

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** Colours text if the stream is a terminal and NO_COLOR is not set. */
export function paint(
	style: Style,
	text: string,
	stream: NodeJS.WriteStream = process.stdout,
): string {
	return styleText(style, text, { stream, validateStream: true })
}

/** Columns padded to their widest cell. */
export function table(rows: readonly (readonly string[])[], columnGap = 2): string {
	const widths: number[] = []
	for (const row of rows)
		row.forEach((cell, i) => {
			widths[i] = Math.max(widths[i] ?? 0, cell.length)
		})
	return rows
		.map((row) =>
			row
				.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd((widths[i] ?? 0) + columnGap)))
				.join(''),
		)
		.join('\n')
}

/** "3 s", "12 min", "5 h", "3 d". */
export function ago(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / 1_000))
	if (seconds < 90) return `${seconds} s`
	if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
	if (seconds < 36 * 3_600) return `${Math.round(seconds / 3_600)} h`
	return `${Math.round(seconds / 86_400)} d`
}
