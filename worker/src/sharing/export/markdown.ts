/**
 * A conversation as Markdown: people's and the model's words as they are, a line per call, and pictures by
 * reference: their bytes are at the end, where they are in nobody's way. Pure.
 */

import { metadataOf, partsOf } from '@fairlead/protocol/conversations/message-parts'
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { revertsOf } from '@fairlead/protocol/conversations/reverted'
import { callsOf } from '@fairlead/protocol/view/call-view'
import type { Label } from '@fairlead/protocol/view/labels/label'
import { type Names, namesIn } from '@fairlead/protocol/view/labels/names'
import { revertLine } from '@fairlead/protocol/view/revert-words'
import { buildRun, type RunItem } from '@fairlead/protocol/view/run-view'
import { authorName, besides, callLabel, requestLabel, THE_CLIENT } from '../page/call-line.ts'
import { type ExportedPictures, picturesNote } from './exported-pictures.ts'

export function conversationMarkdown(
	title: string,
	messages: readonly StoredMessage[],
	exported: ExportedPictures,
): string {
	const names = new Map([...exported.pictures.keys()].map((url, i) => [url, `picture-${i + 1}`]))
	const picture: DrawPicture = (url, name) => {
		const reference = names.get(url)
		const words = oneLine(name).replace(/[\\[\]*]/g, '')
		return reference === undefined ? `*Picture: ${words}*` : `![${words}][${reference}]`
	}
	const objects = new Map(messages.flatMap(callsOf).flatMap(({ result }) => [...namesIn(result)]))
	const blocks = messages.flatMap((message) =>
		message.role === 'user'
			? [
					`## ${oneLine(authorName(message.parts, metadataOf(message).by))}`,
					...wordsOf(message.parts, picture),
				]
			: [
					'## The agent',
					...buildRun(message, false).flatMap(({ items }) =>
						items.flatMap((item) => itemOf(item, picture, objects)),
					),
					...revertsOf(message).map((part) => `> ${oneLine(revertLine(part, message))}`),
				],
	)
	const note = picturesNote(exported)
	const bytes = [...exported.pictures].map(([url, data]) => `[${names.get(url)}]: ${data}`)
	const all = [`# ${oneLine(title)}`, ...(note ? [`*${note}*`] : []), ...blocks, ...bytes]
	return `${all.join('\n\n')}\n`
}

type DrawPicture = (url: string, name: string) => string

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function wordsOf(parts: readonly object[], picture: DrawPicture): string[] {
	const asked = requestLabel(parts)
	if (asked) return [`${THE_CLIENT} ${lineOf(asked)}`]
	return partsOf({ id: '', parts }).flatMap((part) => {
		if (part.type === 'text') return [part.text]
		return part.type === 'file' ? [picture(part.url, part.filename ?? 'without a name')] : []
	})
}

function itemOf(item: RunItem, picture: DrawPicture, names: Names): string[] {
	switch (item.type) {
		case 'text':
			return [item.text]
		case 'calls':
			return [
				item.calls.map((call) => `- ${lineOf(callLabel(call, names), besides(call))}`).join('\n'),
				...item.calls.flatMap(({ attachments }) =>
					attachments
						.filter(({ mediaType }) => mediaType.startsWith('image/'))
						.map(({ url, name }) => picture(url, name)),
				),
			]
		case 'notice':
			return [`> ${oneLine(item.notice.text)}`]
		case 'steering':
			return [`### ${oneLine(authorName(item.parts, item.by))}`, ...wordsOf(item.parts, picture)]
		case 'sources':
			return [item.sources.map(({ title, url }) => `- ${oneLine(title)}: <${url}>`).join('\n')]
		case 'image':
			return [picture(item.url, item.name)]
		case 'reasoning':
		case 'pause':
			return []
		default:
			return item satisfies never
	}
}

/** Names and code stand out, and cannot be taken for Markdown. */
function lineOf(label: Label, more = ''): string {
	const line = label.map(({ type, text }) => (type === 'text' ? text : `\`${text}\``)).join('')
	return oneLine(more === '' ? line : `${line} (${more})`)
}
