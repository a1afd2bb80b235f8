/** The output of a command on the page while it grows: its newest lines, bounded. Pure. */
import type { CommandOutput } from '@fairlead/protocol/commands/running-commands'

/** A page that stays open beside a chatty server must not grow with it. */
const MAX_SHOWN_CHARS = 128 * 1024

export interface GrownOutput {
	readonly text: string
	/** The byte at which the next part begins. */
	readonly nextByte: number
	/** Whether earlier lines are left out. */
	readonly cut: boolean
	/** null if nothing was read yet. */
	readonly standing: Pick<CommandOutput, 'state' | 'exitCode'> | null
}

export const NOTHING_YET: GrownOutput = { text: '', nextByte: 0, cut: false, standing: null }

export function grown(before: GrownOutput, part: CommandOutput): GrownOutput {
	const { output, firstByte, nextByte, state, exitCode } = part
	const standing =
		before.standing?.state === state && before.standing.exitCode === exitCode
			? before.standing
			: { state, exitCode }
	const gap = firstByte > before.nextByte
	const kept = gap ? '' : part.repeatsLine ? wholeLines(before.text) : before.text
	const text = kept + output
	const isLong = text.length > MAX_SHOWN_CHARS
	return {
		text: isLong ? fromWholeLine(text.slice(-MAX_SHOWN_CHARS)) : text,
		nextByte,
		cut: before.cut || gap || isLong,
		standing,
	}
}

/** Leaves out the last line while it is not finished. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1)

const fromWholeLine = (text: string): string => text.slice(text.indexOf('\n') + 1)
