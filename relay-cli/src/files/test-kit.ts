/** A project folder with a private file next to it, for the tests of the file tools. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveCall, TOOLS, type ToolArgs } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { fileTools } from '../file-tools/file-tools.ts'
import { deleteFile } from '../file-tools/moves.ts'
import { outcomeOfError } from './file-error.ts'

export type FileTool =
	| 'read_file'
	| 'write_file'
	| 'edit_file'
	| 'append_to_file'
	| 'copy_file'
	| 'move_file'
	| 'list_directory'
	| 'search_files'
	| 'asset_usages'
	| 'unused_assets'
	| 'delete_file'

/** Recreated for each test in a file that calls {@link useFolder}. */
export const place = {
	/** The project's parent folder. */
	outside: '',
	project: '',
	/** The scenes that Unity has open. */
	open: [] as string[],
}

const tools = fileTools(undefined, () => place.open)
/** The trash is a hole: what these tests look at is what goes into it. */
tools.set('delete_file', async (args, { folder }) => {
	try {
		const result = await deleteFile(folder, args as ToolArgs<'delete_file', 'run'>, (_, real) =>
			rmSync(real, { recursive: true }),
		)
		return { status: 'ok', result }
	} catch (error) {
		return outcomeOfError(error)
	}
})

export function useFolder(): void {
	const cleanups = new Cleanups()
	beforeEach(() => {
		place.open = []
		place.outside = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		place.project = join(place.outside, 'proj')
		mkdirSync(join(place.project, 'Assets'), { recursive: true })
		mkdirSync(join(place.project, 'ProjectSettings'))
		mkdirSync(join(place.outside, 'proj-evil'))
		writeFileSync(join(place.outside, 'secret.txt'), 'secret')
		writeFileSync(join(place.outside, 'proj-evil', 'secret.txt'), 'secret')
	})
	afterEach(() => cleanups.run())
}

/** Runs a tool as the router does, and checks a successful result against the registry. */
export async function run(name: FileTool, args: Record<string, unknown>): Promise<CallOutcome> {
	const resolved = resolveCall(name, args)
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	const tool = tools.get(name)
	if (!tool) throw new Error(`There is no tool ${name}.`)
	const outcome = await tool(resolved.call.args, {
		room: 'room',
		callId: 'call',
		actionName: 'run',
		folder: place.project,
		editorKey: 'relay:000000000000',
		deadlineAt: Number.MAX_SAFE_INTEGER,
		signal: new AbortController().signal,
		progress: () => undefined,
	})
	if (outcome.status === 'ok') TOOLS[name].actions.run.output.parse(outcome.result)
	return outcome
}

export const codeOf = (outcome: CallOutcome): string =>
	outcome.status === 'error' ? outcome.error.code : 'ok'
export const put = (path: string, content: string | Uint8Array): void => {
	mkdirSync(join(place.project, path, '..'), { recursive: true })
	writeFileSync(join(place.project, path), content)
}
export const onDisk = (path: string): string => readFileSync(join(place.project, path), 'utf8')
