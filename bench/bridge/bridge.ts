/**
 * Lets a person or another program be the model, over files: each request is written as `NNN.request.json`, and the
 * answer is what then appears as `NNN.answer.json`.
 */
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { AnswerTurn } from '../../test/fakes/anthropic-sse.ts'
import type { Answer, ModelRequest } from '../eval/messages-server.ts'

const POLL_MS = 200
/** Nobody thinks longer about one answer; the run ends then, and says so. */
const PATIENCE_MS = 60 * 60_000
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

const Block = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
	z.strictObject({
		type: z.literal('tool_use'),
		/** Made up where it is missing. */
		id: z
			.string()
			.regex(/^[a-zA-Z0-9_-]+$/)
			.optional(),
		name: z.string().min(1),
		input: z.record(z.string(), z.unknown()),
	}),
])
/** The content of an answer file: the blocks, alone or as `content`. */
const AnswerFile = z.preprocess(
	(value) => (Array.isArray(value) ? { content: value } : value),
	z.strictObject({ content: z.array(Block).min(1).max(100) }),
)

/** An answer file → the blocks that are streamed. @throws with a sentence that says what is wrong in it */
export function readAnswer(text: string, number: string, tools: readonly string[]): AnswerTurn {
	const parsed = AnswerFile.safeParse(parseJson(text))
	if (!parsed.success) {
		const [issue] = parsed.error.issues
		const where = issue?.path.join('.') || 'the file'
		throw new Error(
			`${where}: ${issue?.message}. Write {"content": [{"type": "text", "text": "…"}, {"type": "tool_use", "name": "…", "input": {…}}]}.`,
		)
	}
	const unknown = parsed.data.content.find(
		(block) => block.type === 'tool_use' && !tools.includes(block.name),
	)
	if (unknown?.type === 'tool_use') {
		throw new Error(
			`There is no tool "${unknown.name}" in the request. It offers ${tools.join(', ')}.`,
		)
	}
	const blocks = parsed.data.content.map((block, index) =>
		block.type === 'text' ? block : { ...block, id: block.id ?? `toolu_${number}_${index}` },
	)
	return { kind: 'answer', blocks }
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch (error) {
		throw new Error(`It is not JSON: ${(error as Error).message}.`)
	}
}

/** The part of a request that the model sees; the rest (budgets, streaming) does not concern it. */
const shown = ({ model, system, tools, messages }: ModelRequest) => ({
	model,
	system,
	tools,
	messages,
})

/**
 * Opens the folder; numbers go on where an earlier run left off.
 * @param say progress for the person at the other end
 */
export async function openBridge(
	folder: string,
	say: (text: string) => void,
	patienceMs = PATIENCE_MS,
): Promise<Answer> {
	await mkdir(folder, { recursive: true })
	const names = await readdir(folder)
	let last = Math.max(
		0,
		...names.map((name) => Number(/^(\d+)\.request\.json$/.exec(name)?.[1] ?? 0)),
	)
	return async (request, signal) => {
		const number = String(++last).padStart(3, '0')
		const path = (kind: string): string => join(folder, `${number}.${kind}.json`)
		// Under another name first: a reader must never see half of it.
		await writeFile(path('request.new'), `${JSON.stringify(shown(request), null, '\t')}\n`)
		await rename(path('request.new'), path('request'))
		say(`${path('request')} waits for ${path('answer')}`)
		const until = Date.now() + patienceMs
		let complaint = ''
		while (!signal.aborted && Date.now() < until) {
			const text = await answerIn(path('answer'))
			if (text !== null) {
				try {
					return readAnswer(text, number, request.tools?.map(({ name }) => name) ?? [])
				} catch (error) {
					const message = `${path('answer')}: ${(error as Error).message}`
					if (message !== complaint) {
						complaint = message
						say(`${message} Mend the file: it is read again.`)
						await writeFile(path('error'), `${JSON.stringify({ error: message }, null, '\t')}\n`)
					}
				}
			}
			await sleep(POLL_MS)
		}
		const message = complaint || `Nobody wrote ${path('answer')} in time.`
		return { kind: 'refuse', message }
	}
}

/** Returns null while it is not there. */
async function answerIn(path: string): Promise<string | null> {
	const stats = await stat(path).catch(() => null)
	if (stats === null || stats.size === 0) return null
	if (stats.size > MAX_ANSWER_BYTES) throw new Error(`${path} is larger than 4 MB.`)
	return readFile(path, 'utf8')
}
