/** Handing a conversation over to another provider: what is left behind, and the notice that says so. */
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { ModelMessage } from './types.ts'

/** Reasoning stored before it carried its provider: only one provider signed it then. */
export const FIRST_PROVIDER = 'anthropic'

const NOTICE: NoticePart = {
	level: 'info',
	code: 'provider_changed',
	text: 'Another provider answers from here on. It gets the messages, calls and results, but not the reasoning and web searches of the previous model.',
}

/** `previous`: the answer before this run; null if nothing of it stays behind. */
export function handOffNotice(
	previous: readonly ModelMessage[],
	providerId: string,
): NoticePart | null {
	const leftBehind = previous.some(({ parts }) =>
		parts.some(
			(part) =>
				(part.type === 'reasoning' || part.type === 'provider-block') &&
				(part.provider ?? FIRST_PROVIDER).split('/')[0] !== providerId,
		),
	)
	return leftBehind ? NOTICE : null
}
