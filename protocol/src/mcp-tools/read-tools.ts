/** A server's list of tools as it is kept: clean, bounded, under names that model providers take. Text in it is data. Pure. */
import * as z from 'zod'
import { rebuildSchema } from './json-schema.ts'

const MAX_DESCRIPTION = 800
const MAX_TITLE = 80
const MAX_SHOWN_NAME = 64
/** Tools that are named as left out; further ones are counted. */
const MAX_LEFT_OUT = 20
/** A longer definition is not even read. */
const MAX_SENT_CHARS = 200_000
/** Added to a name that was cut, or that two tools would have. */
const SUFFIX_CHARS = 6

const SentTool = z.object({
	name: z.string().min(1).max(1_000),
	title: z.string().optional(),
	description: z.string().optional(),
	inputSchema: z.unknown(),
	annotations: z
		.object({
			title: z.string().optional(),
			readOnlyHint: z.boolean().optional(),
			destructiveHint: z.boolean().optional(),
		})
		.optional()
		.catch(undefined),
})

/** A tool as the server last described it, cleaned and bounded. */
export interface KeptTool {
	/** The tool's name for the agent, without the prefix. */
	readonly name: string
	/** The tool's name on the server. */
	readonly original: string
	readonly title: string
	readonly description: string
	readonly inputSchema: Record<string, unknown>
	readonly hint: 'read' | 'destructive' | null
	/** SHA-256 of what the server said of it. */
	readonly hash: string
}

export interface ListRules {
	/** Further tools are left out. */
	readonly maxTools: number
	/** Characters of a name, without the prefix. */
	readonly maxName: number
	/** Limit of all tools together, as JSON. */
	readonly maxChars: number
	/** A name in the letters that tools may have here. */
	plain(original: string): string
	/** SHA-256, in hexadecimal. */
	hash(text: string): Promise<string>
}

export interface LeftOut {
	readonly name: string
	readonly reason: string
}

/** Without characters that hide or turn text. Line breaks stay. */
export const cleanText = (text: string): string =>
	text.replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu, ' ').trim()
const cleanLine = (text: string): string => cleanText(text).replace(/\s+/gu, ' ')

/** @param sent as the server sent them */
export async function readTools(
	sent: readonly unknown[],
	rules: ListRules,
): Promise<{ readonly tools: KeptTool[]; readonly leftOut: LeftOut[] }> {
	const tools: KeptTool[] = []
	const left: LeftOut[] = []
	const taken = new Set<string>()
	let chars = 0
	for (const one of sent) {
		const read = tools.length < rules.maxTools ? await readTool(one, taken, rules) : tooMany(rules)
		const size = 'reason' in read ? 0 : JSON.stringify(read).length
		if ('reason' in read) left.push({ name: shownNameOf(one), reason: read.reason })
		else if (chars + size > rules.maxChars) {
			left.push({ name: read.name, reason: 'All tools of this server together are too long.' })
		} else {
			chars += size
			taken.add(read.name)
			tools.push(read)
		}
	}
	return { tools, leftOut: bounded(left) }
}

const tooMany = ({ maxTools }: ListRules) => ({ reason: `A server can offer ${maxTools} tools.` })

function bounded(left: readonly LeftOut[]): LeftOut[] {
	if (left.length <= MAX_LEFT_OUT) return [...left]
	const more = left.length - MAX_LEFT_OUT
	return [...left.slice(0, MAX_LEFT_OUT), { name: `${more} more`, reason: 'Not listed.' }]
}

async function readTool(
	one: unknown,
	taken: ReadonlySet<string>,
	rules: ListRules,
): Promise<KeptTool | { readonly reason: string }> {
	const parsed = SentTool.safeParse(one)
	if (!parsed.success) return { reason: 'It is not described as the protocol wants it.' }
	const { name: original, title, description = '', inputSchema, annotations } = parsed.data
	const text = JSON.stringify([original, title, description, inputSchema, annotations])
	if (text.length > MAX_SENT_CHARS) return { reason: 'Its description is too long.' }
	const schema = rebuildSchema(inputSchema, cleanText)
	if (!schema.ok) return { reason: schema.reason }
	const hash = await rules.hash(text)
	const shown = cleanLine(title ?? annotations?.title ?? '').slice(0, MAX_TITLE)
	const name = nameOf(original, hash, taken, rules)
	return {
		name,
		original,
		title: shown || name.replaceAll(/[_-]+/g, ' '),
		description: cleanText(description).slice(0, MAX_DESCRIPTION) || shown || name,
		inputSchema: schema.schema,
		hint: annotations?.destructiveHint ? 'destructive' : annotations?.readOnlyHint ? 'read' : null,
		hash,
	}
}

/** The tool's name, with a part of its hash if the name alone is too long or taken. */
function nameOf(
	original: string,
	hash: string,
	taken: ReadonlySet<string>,
	{ maxName, plain: plainOf }: ListRules,
): string {
	const plain = plainOf(original) || 'tool'
	if (plain.length <= maxName && !taken.has(plain)) return plain
	return `${plain.slice(0, maxName - SUFFIX_CHARS - 1)}_${hash.slice(0, SUFFIX_CHARS)}`
}

function shownNameOf(one: unknown): string {
	const { name } = (one ?? {}) as { name?: unknown }
	return typeof name === 'string' ? cleanLine(name.slice(0, 200)).slice(0, MAX_SHOWN_NAME) : '?'
}
