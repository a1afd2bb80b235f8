/** The transcripts on disk: of sessions, and of their sub-agents. */
import type { Dirent, Stats } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fieldsOf, lineOf, textOf } from './fields.ts'

export interface TranscriptFile {
	readonly path: string
	/** The file's name: what is inside may name another session, after a restart with some options. */
	readonly sessionId: string
	/** null for the session itself. */
	readonly subId: string | null
	readonly mtimeMs: number
	readonly size: number
}

const ID = /^[A-Za-z0-9_-]{1,100}$/
/** A folder with more than this is not one of Claude Code's. */
const MAX_FILES = 5_000
const MAX_META_BYTES = 64 * 1024

/** The files of sessions in this folder of `projects/`, written since then or with one of these ids. */
export async function sessionFiles(
	folder: string,
	since: number,
	also: ReadonlySet<string> = new Set(),
): Promise<TranscriptFile[]> {
	const names = (await entriesOf(folder)).flatMap((entry) => {
		const sessionId = entry.isFile() ? nameOf(entry.name) : null
		// Sub-agents of old versions, which name their session inside.
		return sessionId === null || sessionId.startsWith('agent-') ? [] : [sessionId]
	})
	const files = names.map((sessionId) =>
		fileAt(join(folder, `${sessionId}.jsonl`), sessionId, null, also.has(sessionId) ? 0 : since),
	)
	return (await Promise.all(files)).flat()
}

/** The files of the sub-agents of a session, also of the ones that a workflow started. */
export async function subAgentFiles(
	sessionPath: string,
	sessionId: string,
	since: number,
): Promise<TranscriptFile[]> {
	const folder = join(sessionPath.replace(/\.jsonl$/, ''), 'subagents')
	const here = await subFilesIn(folder, sessionId, since)
	const workflows = join(folder, 'workflows')
	const runs = (await entriesOf(workflows)).filter((entry) => entry.isDirectory())
	const below = runs.map(({ name }) => subFilesIn(join(workflows, name), sessionId, since))
	return [...here, ...(await Promise.all(below)).flat()]
}

async function subFilesIn(
	folder: string,
	sessionId: string,
	since: number,
): Promise<TranscriptFile[]> {
	const files = (await entriesOf(folder)).flatMap((entry) => {
		const name = entry.isFile() ? nameOf(entry.name) : null
		// A workflow writes its journal beside its agents.
		if (!name?.startsWith('agent-')) return []
		const subId = name.slice('agent-'.length)
		return subId === '' ? [] : [fileAt(join(folder, entry.name), sessionId, subId, since)]
	})
	return (await Promise.all(files)).flat()
}

/** The name of a sub-agent, from the file beside its transcript. */
export async function subAgentName(path: string): Promise<string | null> {
	try {
		const file = path.replace(/\.jsonl$/, '.meta.json')
		if ((await stat(file)).size > MAX_META_BYTES) return null
		const meta = fieldsOf(JSON.parse(await readFile(file, 'utf8')))
		const [type, task] = [textOf(meta?.['agentType']), textOf(meta?.['description'])]
		const name = [type, task].filter((one) => one).join(': ')
		return name === '' ? null : lineOf(name, 200)
	} catch {
		return null
	}
}

async function fileAt(
	path: string,
	sessionId: string,
	subId: string | null,
	since: number,
): Promise<TranscriptFile[]> {
	const stats: Stats | null = await stat(path).catch(() => null)
	if (!stats?.isFile() || stats.mtimeMs < since) return []
	return [{ path, sessionId, subId, mtimeMs: stats.mtimeMs, size: stats.size }]
}

async function entriesOf(folder: string): Promise<Dirent[]> {
	try {
		return (await readdir(folder, { withFileTypes: true })).slice(0, MAX_FILES)
	} catch {
		return []
	}
}

function nameOf(file: string): string | null {
	if (!file.endsWith('.jsonl')) return null
	const name = file.slice(0, -'.jsonl'.length)
	return ID.test(name) ? name : null
}
