/** A message in words, for people: Slack, GitHub and mail say the same. Pure. */
import type { ReportContent } from './report-content.ts'

/** Names are anybody's text; the lines of a message are ours. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

/** At a whole character. */
export function cut(text: string, max: number): string {
	const signs = Array.from(text)
	return signs.length <= max ? text : `${signs.slice(0, max - 1).join('')}…`
}

export function outcomeWords({ outcome, run }: ReportContent): string {
	switch (outcome) {
		case null:
			return 'this is a test'
		case 'begun':
			return 'a run has begun'
		case 'completed':
			switch (run?.verdict ?? null) {
				case 'compile_errors':
					return 'completed, with compile errors'
				case 'tests_failed':
					return 'completed, with failed tests'
				case 'denied':
					return 'completed, but denied'
				case 'partly_denied':
					return 'completed, partly denied'
				case 'effect_unknown':
					return 'completed; what one step did is not known'
				case 'reverted':
					return 'completed, then reverted'
				case 'partly_reverted':
					return 'completed, then partly reverted'
				default:
					return 'completed'
			}
		case 'failed':
			return 'failed'
		case 'cancelled':
			return 'stopped'
		case 'skipped':
			return 'no run was needed'
		case 'refused':
			return 'no run could begin'
		default:
			return outcome satisfies never
	}
}

export const headline = (told: ReportContent): string =>
	`${cut(oneLine(told.automation.name), 100)}: ${outcomeWords(told)}`

/** The cost of a run in words; null: nothing, or not known. */
export function costWords({ run }: ReportContent): string | null {
	if (!run?.usage) return null
	const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd } = run.usage
	const tokens = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
	const words = `${tokens.toLocaleString('en-US')} tokens`
	return costUsd === null ? words : `${words}, $${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`
}

/** The error, or the end of the answer. */
export const bodyOf = ({ error, run }: ReportContent, max: number): string =>
	cut((error ?? run?.answer ?? '').trim(), max)

/**
 * Text of a model or a payload with nothing in it that notifies people: `@here`, `@everyone`, a name. A space of
 * no width stands after each `@`.
 */
export const quiet = (text: string): string => text.replace(/@(?=[\p{L}\p{N}_<])/gu, '@\u200B')

/** Markdown where a receiver shows plain text. */
const MARKS = /^[#>\s]+|\*\*|`/g

/** The outcome, and the first line of the error or of the answer: for plain text without room for more. */
export function inOneLine(told: ReportContent): string {
	const [first = ''] = (told.error ?? told.run?.answer ?? '').trim().split('\n')
	const line = quiet(oneLine(first.replace(MARKS, '')))
	return line === '' ? outcomeWords(told) : `${outcomeWords(told)}: ${line}`
}
