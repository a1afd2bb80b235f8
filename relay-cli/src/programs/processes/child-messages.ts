/** Reads what a child process says as a message per line, and stops when the child says too much or something else. */
import type { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import { LineSplitter } from '../../platform/lines.ts'

/** Bytes of all lines in {@link MINUTE_MS}. */
const MAX_MINUTE_BYTES = 64 * 1024 * 1024
const MINUTE_MS = 60_000

/** too_large: a line, or a minute, had too many bytes · strays: too many lines were no messages */
export type ChildFault = 'too_large' | 'strays'

export interface ChildMessagesPorts {
	readonly clock: Pick<Clock, 'now'>
	readonly maxLineBytes: number
	/** Lines that are not messages, until the child counts as broken: some programs print a greeting. */
	readonly maxStrays: number
	/** Takes a line that is a message; false if it is none. */
	take(line: string): boolean
	/** Called once, and nothing is taken after it. */
	broken(fault: ChildFault): void
}

export function readMessages(stdout: Readable | null, ports: ChildMessagesPorts): void {
	const { clock, maxLineBytes, maxStrays } = ports
	const lines = new LineSplitter(maxLineBytes)
	let strays = 0
	let minute = clock.now()
	let bytes = 0
	let isBroken = false
	const broken = (fault: ChildFault): void => {
		isBroken = true
		ports.broken(fault)
	}
	stdout?.on('data', (chunk: Buffer) => {
		if (isBroken) return
		if (clock.now() - minute >= MINUTE_MS) {
			minute = clock.now()
			bytes = 0
		}
		bytes += chunk.length
		const whole = bytes > MAX_MINUTE_BYTES ? null : wholeLines(lines, chunk)
		if (!whole) {
			broken('too_large')
			return
		}
		for (const line of whole) {
			if (ports.take(line) || line.trim() === '' || ++strays <= maxStrays) continue
			broken('strays')
			return
		}
	})
}

/** Returns null if one is too long. */
function wholeLines(lines: LineSplitter, chunk: Buffer): string[] | null {
	try {
		return lines.push(chunk)
	} catch {
		return null
	}
}
