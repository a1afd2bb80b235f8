/** Keys and pastes on their way to a terminal. Pure. */
import { TERMINAL_LIMITS } from '@fairlead/protocol/agents/terminals'

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Cuts input into pieces of the allowed length, never within a character. */
export function pieces(data: string, most: number = TERMINAL_LIMITS.input): string[] {
	const cut: string[] = []
	for (let from = 0; from < data.length; ) {
		const end = Math.min(from + most, data.length)
		const to = end < data.length && isHighSurrogate(data.charCodeAt(end - 1)) ? end - 1 : end
		cut.push(data.slice(from, to))
		from = to
	}
	return cut
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals send begins with Escape
const REPORT = /^\x1b\[(?:[IO]$|<|M)/

/** The focus or the mouse was reported, because the program asked for it: nobody has typed. */
export const isReport = (data: string): boolean => REPORT.test(data)
