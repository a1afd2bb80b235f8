/**
 * `mcp-server-tools.json` in the home folder: the tools of each server as they were first listed, so that it need not run to be
 * found. A tool that has changed since is left out until a person on this computer accepts it: what it was allowed to do was
 * allowed to another tool.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { deskToolName, MAX_DESK_TOOLS } from '@fairlead/protocol/computers/local-mcp-servers'
import { type KeptTool, type LeftOut, readTools } from '@fairlead/protocol/mcp-tools/read-tools'
import * as z from 'zod'
import { readOptionalFile, writePrivateFile } from '../home/home.ts'
import { locked } from '../home/home-lock.ts'
import type { DeclaredServer } from './declared.ts'

export const TOOLS_FILE = 'mcp-server-tools.json'
/** A tool's whole name, as editors' own tools have it. */
const MAX_NAME = 48
/** The tools of all servers go to a room together with those of the project. */
const MAX_LIST_CHARS = 60_000

const Tool = z.object({
	name: z.string(),
	original: z.string(),
	title: z.string(),
	description: z.string(),
	inputSchema: z.record(z.string(), z.unknown()),
	hint: z.enum(['read', 'destructive']).nullable(),
	hash: z.string(),
})

const Kept = z.object({
	/** Identifies the command that listed them. */
	command: z.string(),
	tools: z.array(Tool),
	/** The hash of every tool that was listed, by its original name, also of those that are left out now. */
	accepted: z.record(z.string(), z.string()),
	leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type Kept = z.infer<typeof Kept>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const commandOf = ({ command, args }: DeclaredServer): string =>
	sha256(JSON.stringify([command, args]))

/** A damaged file counts as empty: the servers are asked again. */
export async function readKept(home: string): Promise<Record<string, Kept>> {
	const text = await readOptionalFile(join(home, TOOLS_FILE)).catch(() => null)
	try {
		const read = z.record(z.string(), Kept).safeParse(JSON.parse(text ?? '{}'))
		return read.success ? read.data : {}
	} catch {
		return {}
	}
}

/** Returns null if they are those of another command, or unknown. */
export const keptOf = (
	kept: Readonly<Record<string, Kept>>,
	name: string,
	declared: DeclaredServer,
): Kept | null => {
	const known = Object.hasOwn(kept, name) ? kept[name] : undefined
	return known?.command === commandOf(declared) ? known : null
}

const CHANGED = 'It is not what it was when it was accepted.'

/** Keeps the tools that the server listed. */
export async function keep(
	name: string,
	declared: DeclaredServer,
	before: Kept | null,
	sent: readonly unknown[],
): Promise<Kept> {
	const { tools, leftOut } = await readTools(sent, {
		maxTools: MAX_DESK_TOOLS,
		maxName: MAX_NAME - deskToolName(name, '').length,
		maxChars: MAX_LIST_CHARS,
		plain: (original) =>
			original
				.toLowerCase()
				.replaceAll(/[^a-z0-9_]/g, '_')
				.replace(/^_+/, ''),
		hash: async (text) => sha256(text),
	})
	const accepted = { ...before?.accepted }
	const same: KeptTool[] = []
	const changed: LeftOut[] = []
	for (const tool of tools) {
		const known = Object.hasOwn(accepted, tool.original) ? accepted[tool.original] : undefined
		if (known !== undefined && known !== tool.hash) {
			changed.push({ name: tool.name, reason: CHANGED })
			continue
		}
		accepted[tool.original] = tool.hash
		same.push(tool)
	}
	return { command: commandOf(declared), tools: same, accepted, leftOut: [...changed, ...leftOut] }
}

export const writeKept = (home: string, name: string, kept: Kept): Promise<void> =>
	change(home, (all) => ({ ...all, [name]: kept }))

/** The next list of the server is accepted, whatever is in it. */
export const forgetKept = (home: string, name: string): Promise<void> =>
	change(home, ({ [name]: _, ...others }) => others)

async function change(
	home: string,
	how: (all: Record<string, Kept>) => Record<string, Kept>,
): Promise<void> {
	await locked(home, 'mcp-server-tools', async () => {
		const all = how(await readKept(home))
		await writePrivateFile(join(home, TOOLS_FILE), `${JSON.stringify(all)}\n`)
	})
}
