/** What every stack needs, made once before the first test: stacks that start side by side only use it. */
import { buildWeb } from '../../scripts/web-build.ts'
import { buildWorker } from '../../scripts/worker-build.ts'
import { migrateEmptyState } from './stack-kit.ts'

export default async function setup(): Promise<void> {
	await buildWeb()
	await buildWorker()
	await migrateEmptyState()
}
