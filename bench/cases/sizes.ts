/** Sizes of deployed and downloaded files, gzipped as a server would send them. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundleModules } from '../../scripts/builds/worker.ts'
import { ROOT } from '../../scripts/paths.ts'
import type { Row, Section } from '../report.ts'

const WORKER_AIM_KB = 3_000
const WORKER_START_AIM_KB = 450
const WEB_AIM_KB = 250

const kb = (bytes: number): number => Math.round((bytes / 1024) * 10) / 10

/** All modules of the Worker, and those that are loaded before the first request. */
async function workerModules(): Promise<Row[]> {
	const out = await mkdtemp(join(tmpdir(), 'fairlead-worker-'))
	try {
		const main = join(ROOT, 'worker', 'src', 'index.ts')
		const { all, atStart } = await bundleModules(main, out, { minify: true })
		const sizeOf = async (names: readonly string[]): Promise<[gzip: number, plain: number]> => {
			const files = await Promise.all(names.map((name) => readFile(join(out, name))))
			const zipped = files.map((file) => gzipSync(file).length)
			return [kb(sum(zipped)), kb(sum(files.map((file) => file.length)))]
		}
		const row = async (what: string, names: readonly string[], aimKb: number): Promise<Row> => {
			const [gzip, plain] = await sizeOf(names)
			const note = `${plain} KB plain, ${names.length} modules`
			return { what, value: gzip, unit: 'KB', aim: `< ${aimKb}`, met: gzip < aimKb, note }
		}
		return [
			await row('Worker, minified gzip, all modules', all, WORKER_AIM_KB),
			await row('the same, loaded before the first request', atStart, WORKER_START_AIM_KB),
		]
	} finally {
		await rm(out, { recursive: true, force: true })
	}
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** The scripts in index.html, and their static imports. */
async function initialScripts(): Promise<Row> {
	const dist = join(ROOT, 'web', 'dist')
	const html = await readFile(join(dist, 'index.html'), 'utf8')
	const named = [...html.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map((m) => String(m[1]))
	const seen = new Set<string>()
	const queue = [...named]
	let total = 0
	for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
		if (seen.has(file)) continue
		seen.add(file)
		const text = await readFile(join(dist, file), 'utf8')
		total += gzipSync(text).length
		for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
			queue.push(`assets/${name}`)
		}
	}
	const size = kb(total)
	return {
		what: 'web client, initial JavaScript, gzip',
		value: size,
		unit: 'KB',
		aim: `≤ ${WEB_AIM_KB}`,
		met: size <= WEB_AIM_KB,
		note: `${seen.size} files of ${(await readdir(join(dist, 'assets'))).filter((f) => f.endsWith('.js')).length}`,
	}
}

async function relayBundle(): Promise<Row> {
	const dist = join(ROOT, 'relay-cli', 'dist')
	let total = 0
	for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue
		total += gzipSync(await readFile(join(entry.parentPath, entry.name))).length
	}
	return { what: 'relay package, gzip', value: kb(total), unit: 'KB' }
}

export const sizes = async (): Promise<Section> => ({
	title: 'Sizes',
	rows: [...(await workerModules()), await initialScripts(), await relayBundle()],
})
