/** A conversation as Markdown: people's and the model's words as they are, and a line per call. Pure. */
import type { StoredMessage } from '@fairlead/protocol/http'
import { metadataOf, partsOf } from '@fairlead/protocol/message-parts'
import { buildRun, type RunItem } from '@fairlead/protocol/run-view'
import { callLine } from '../page/call-line.ts'

export function conversationMarkdown(title: string, messages: readonly StoredMessage[]): string {
	const blocks = messages.flatMap((message) =>
		message.role === 'user'
			? [`## ${oneLine(metadataOf(message).by?.name ?? 'User')}`, ...wordsOf(message.parts)]
			: ['## The agent', ...buildRun(message, false).flatMap(({ items }) => items.flatMap(itemOf))],
	)
	return `${[`# ${oneLine(title)}`, ...blocks].join('\n\n')}\n`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const wordsOf = (parts: readonly object[]): string[] =>
	partsOf({ id: '', parts }).flatMap((part) => {
		if (part.type === 'text') return [part.text]
		return part.type === 'file' ? [`*Picture: ${oneLine(part.filename ?? 'without a name')}*`] : []
	})

function itemOf(item: RunItem): string[] {
	switch (item.type) {
		case 'text':
			return [item.text]
		case 'calls':
			return [item.calls.map((call) => `- ${lineOf(callLine(call))}`).join('\n')]
		case 'notice':
			return [`> ${oneLine(item.notice.text)}`]
		case 'steering':
			return [`### ${oneLine(item.by?.name ?? 'User')}`, ...wordsOf(item.parts)]
		case 'sources':
			return [item.sources.map(({ title, url }) => `- ${oneLine(title)}: <${url}>`).join('\n')]
		case 'image':
			return [`*Picture: ${oneLine(item.name)}*`]
		case 'reasoning':
		case 'pause':
			return []
		default:
			return item satisfies never
	}
}

const lineOf = ({ what, subject, outcome }: ReturnType<typeof callLine>): string =>
	oneLine([what, subject && `\`${subject}\``, outcome && `(${outcome})`].filter(Boolean).join(' '))
