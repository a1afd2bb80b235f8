/** Names a conversation without an AI: the first sentence of its first message, without what politeness adds. Pure. */
import type { ModelMessage } from '../../model/types.ts'

const FIRST_MESSAGE = /<first_message>\s*([\s\S]*?)\s*<\/first_message>/
const POLITE =
	/^(?:(?:hi|hello|hey)\b[ ,!]*(?=\S))?(?:(?:please|kindly)[ ,]+|(?:can|could|would|will) you (?:please )?|i(?:'d| would) like (?:you )?to |i want (?:you )?to )*/i

export function titleOf(messages: readonly ModelMessage[]): string {
	const said = messages.flatMap(({ parts }) =>
		parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
	)
	const first = FIRST_MESSAGE.exec(said.join('\n'))?.[1] ?? ''
	const sentence = first.split(/(?<=[.!?])\s|\n/, 1)[0] ?? ''
	return sentence.replace(POLITE, '').replace(/[ ,]+please\b(?=[.!?]?$)/i, '')
}
