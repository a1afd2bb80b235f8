/** One of `bench/workers/` as the product's own Worker runs locally. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleWorker } from '../scripts/builds/worker.ts'
import { Child } from '../scripts/children.ts'
import { wranglerEnv } from '../scripts/machine/wrangler.ts'
import { ROOT } from '../scripts/paths.ts'
import { freePort } from '../scripts/stack/ports.ts'
import { withWorkerVars } from '../scripts/stack/worker-vars.ts'

const START_TIMEOUT_MS = 60_000

export interface BenchWorker {
	readonly origin: string
	/** The id of the process that holds workerd. */
	readonly pid: number | undefined
	stop(): Promise<void>
}

export async function startBenchWorker(
	name: 'bare-relay' | 'ai-sdk' | 'shared-page',
	vars: Readonly<Record<string, string>> = {},
): Promise<BenchWorker> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-bench-'))
	const port = await freePort()
	const config = {
		name: `bench-${name}`,
		main: join(import.meta.dirname, 'workers', `${name}.ts`),
		compatibility_date: '2026-10-01',
		compatibility_flags: ['nodejs_compat'],
		...(name === 'bare-relay'
			? {
					durable_objects: { bindings: [{ name: 'PAIR', class_name: 'Pair' }] },
					migrations: [{ tag: 'v1', new_sqlite_classes: ['Pair'] }],
				}
			: {}),
	}
	const file = join(dir, 'wrangler.json')
	await writeFile(file, JSON.stringify(config))
	const built = join(dir, 'built')
	await bundleWorker(file, built)
	const child = new Child({
		name,
		file: join(ROOT, 'scripts', 'stack', 'worker-host.ts'),
		args: [built, String(port), join(dir, 'state')],
		env: withWorkerVars(wranglerEnv(process.env, dir), vars),
	})
	const origin = `http://localhost:${port}`
	const until = Date.now() + START_TIMEOUT_MS
	for (;;) {
		const ok = await fetch(origin).then(
			() => true,
			() => false,
		)
		if (ok) break
		if (!child.running || Date.now() > until) {
			await child.end()
			throw new Error(`${name} did not start.\n${child.tail}`)
		}
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
	return {
		origin,
		pid: child.pid,
		async stop() {
			await child.end()
			await rm(dir, { recursive: true, force: true })
		},
	}
}
