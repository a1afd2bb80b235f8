/** A server's answer to a call as an outcome: bounded, cleaned, with its pictures beside it. Pure. */
import * as z from 'zod'
import { type Attachment, type CallOutcome, failed } from '../wire/calls.ts'
import { cleanText } from './read-tools.ts'

/** The page keeps 64,000 characters of a result, the model reads 16,000. */
const MAX_TEXT = 100_000
const MAX_STRUCTURED = 200_000
const MAX_BLOCKS = 200
/** The most pictures that an outcome can have. */
const MAX_PICTURES = 8
/** base64 of the largest picture that can be stored. */
const MAX_PICTURE_CHARS = 2_600_000
const MAX_SAID = 1_500

const Content = z.union([
	z.object({ type: z.literal('text'), text: z.string() }),
	z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
	z.object({ type: z.literal('audio'), mimeType: z.string() }),
	z.object({
		type: z.literal('resource'),
		resource: z.object({ uri: z.string(), text: z.string().optional() }),
	}),
	z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional() }),
])
type Content = z.infer<typeof Content>

const Result = z.object({
	content: z.array(z.unknown()).default([]),
	structuredContent: z.record(z.string(), z.unknown()).optional(),
	isError: z.boolean().optional(),
})

/** @param server its name, for sentences */
export function outcomeOf(server: string, answer: unknown): CallOutcome {
	const parsed = Result.safeParse(answer)
	if (!parsed.success) {
		return failed('unsupported', `${server} gave an answer that does not follow the protocol.`)
	}
	const { content, structuredContent, isError } = parsed.data
	const pictures: Attachment[] = []
	const texts = content.slice(0, MAX_BLOCKS).map((block) => textOf(block, pictures))
	if (content.length > MAX_BLOCKS) texts.push(`[${content.length - MAX_BLOCKS} more parts]`)
	const text = cleanText(texts.filter((one) => one !== '').join('\n\n'))
	if (isError) {
		return failed('unsupported', `${server} reports an error.`, { data: said(text) })
	}
	// Servers repeat in words what they give as data; the words are what a model reads best.
	const structured =
		text === '' && structuredContent !== undefined ? bounded(structuredContent) : undefined
	const cut = text.length > MAX_TEXT
	return {
		status: 'ok',
		result: {
			...(text === '' ? {} : { text: text.slice(0, MAX_TEXT) }),
			...(cut ? { note: `Only the first ${MAX_TEXT} of ${text.length} characters.` } : {}),
			...(structured === undefined ? {} : { data: structured }),
		},
		...(pictures.length > 0 ? { attachments: pictures } : {}),
	}
}

/** Words of a server in an error: marked as what they are. */
export const said = (text: string): { readonly said: string } => ({
	said: cleanText(text).slice(0, MAX_SAID),
})

function bounded(value: Record<string, unknown>): unknown {
	const text = JSON.stringify(value)
	return text.length <= MAX_STRUCTURED ? value : text.slice(0, MAX_STRUCTURED)
}

function textOf(block: unknown, pictures: Attachment[]): string {
	const parsed = Content.safeParse(block)
	if (!parsed.success) return '[a part of a kind that is not known here]'
	const content: Content = parsed.data
	switch (content.type) {
		case 'text':
			return content.text
		case 'image':
			return pictureText(content, pictures)
		case 'audio':
			return `[sound (${cleanText(content.mimeType).slice(0, 50)}): not kept]`
		case 'resource': {
			const { uri, text } = content.resource
			return text === undefined ? `[${shortUri(uri)}: not text, not kept]` : text
		}
		case 'resource_link':
			return `${cleanText(content.name ?? '').slice(0, 200)} ${shortUri(content.uri)}`.trim()
		default:
			return content satisfies never
	}
}

const shortUri = (uri: string): string => cleanText(uri).slice(0, 500)

function pictureText(
	{ data, mimeType }: Extract<Content, { type: 'image' }>,
	pictures: Attachment[],
): string {
	if (mimeType !== 'image/png' && mimeType !== 'image/jpeg') {
		return `[picture (${cleanText(mimeType).slice(0, 50)}): not kept]`
	}
	if (data.length > MAX_PICTURE_CHARS) return '[picture: too large to keep]'
	if (pictures.length >= MAX_PICTURES) return '[picture: too many to keep]'
	const extension = mimeType === 'image/png' ? 'png' : 'jpg'
	const name = `picture-${pictures.length + 1}.${extension}`
	pictures.push({ name, mediaType: mimeType, base64: data })
	return ''
}
