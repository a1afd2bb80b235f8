/** A separate stack for each file of end-to-end tests, and access to its editor. */

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STATE_DIR } from '../../scripts/paths.ts'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { migrateLocally } from '../../scripts/stack/migrate.ts'
import { type Stack, type StackOptions, startStack } from '../../scripts/stack/stack.ts'
import { NO_MODEL_KEYS } from '../../scripts/stack/worker-vars.ts'
import { type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-server.ts'
import type { Server } from './chat-client.ts'

/** Enough for a busy machine. */
const READY_TIMEOUT_MS = 60_000
/** A database with every migration: wrangler takes seconds to make one, copying takes none. */
const EMPTY_STATE = join(STATE_DIR, 'test-state')

/** Without a key, whatever the shell has, so that the demo model answers. */
/** Without rate limits: a test asks in seconds what people do in minutes. `npm start` is tested with them. */
export const DEMO_ENV = { ...process.env, ...NO_MODEL_KEYS, RATE_LIMITS: 'off' }

export interface OwnStack {
	readonly stack: Stack
	/** The stack's state folder; deleted once it is closed. */
	readonly dir: string
	/** Ends the stack. A function returned by `beforeAll` is called after the last test. */
	readonly close: () => Promise<void>
}

/** Brings the database that {@link newStateDir} copies up to date. */
export async function migrateEmptyState(): Promise<void> {
	await migrateLocally(EMPTY_STATE)
}

/** A new folder for a stack, with an empty database in it. */
export async function newStateDir(): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-e2e-'))
	await cp(EMPTY_STATE, join(dir, 'state'), { recursive: true })
	return dir
}

/** On Windows a file stays busy for a moment after its process has ended. */
export const removeDir = (dir: string): Promise<void> =>
	rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

/**
 * Starts a stack in a new folder on a free port; with the demo model unless `env` says otherwise.
 * @param options may be made from the folder, e.g. `--ledger` in it
 */
export async function ownStack(
	options: StackOptions | ((dir: string) => StackOptions | Promise<StackOptions>) = {},
): Promise<OwnStack> {
	const dir = await newStateDir()
	try {
		const more = typeof options === 'function' ? await options(dir) : options
		const stack = await startStack({ port: 0, dir, env: DEMO_ENV, built: true, ...more })
		return {
			stack,
			dir,
			close: async () => {
				await stack.stop()
				await removeDir(dir)
			},
		}
	} catch (error) {
		await removeDir(dir)
		throw error
	}
}

/** A stack whose model is a script behind the Messages API. */
export async function ownStackWithModel(
	env: NodeJS.ProcessEnv = {},
	editor: NonNullable<StackOptions['editor']> = 'simulator',
): Promise<OwnStack & { readonly model: FakeAnthropic }> {
	const model = await startFakeAnthropic()
	try {
		const own = await ownStack({
			editor,
			env: {
				...process.env,
				ANTHROPIC_API_KEY: 'test-key',
				ANTHROPIC_BASE_URL: model.url,
				ANTHROPIC_MODEL: 'claude-test',
				...env,
			},
		})
		return {
			...own,
			model,
			close: async () => {
				await own.close()
				await model.close()
			},
		}
	} catch (error) {
		await model.close()
		throw error
	}
}

/** Does something as a viewer of the project's room, once an editor is ready. */
export async function withEditor<T>(
	stack: Server,
	work: (viewer: RoomViewer) => T | Promise<T>,
): Promise<T> {
	const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	try {
		await viewer.until((s) => s.editors.some((e) => e.phase === 'ready'), READY_TIMEOUT_MS)
		return await work(viewer)
	} finally {
		viewer.close()
	}
}

export const editorReady = (stack: Server): Promise<void> => withEditor(stack, () => undefined)

/** Number of objects in the scene whose name contains this. */
export const objectsNamed = (stack: Stack, name: string): Promise<number> =>
	withEditor(stack, async (viewer) => {
		const outcome = await viewer.read('unity_query', { action: 'find', name })
		if (outcome.status !== 'ok') throw new Error(outcome.error.message)
		return (outcome.result as { total: number }).total
	})

/** A request as the owner of the stack. */
export const asOwner = (
	stack: Stack,
	method: string,
	path: string,
	body?: unknown,
): Promise<Response> =>
	fetch(stack.origin + path, {
		method,
		headers: {
			cookie: stack.owner.cookie,
			origin: stack.origin,
			'content-type': 'application/json',
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})

/** The JSON of a request below the stack's project. @throws if it is refused */
export async function inProject(
	stack: Stack,
	method: string,
	path: string,
	body?: unknown,
): Promise<unknown> {
	const answer = await asOwner(stack, method, `/api/projects/${stack.projectId}${path}`, body)
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
	return answer.json()
}
