/** Sizes of deployed and downloaded files, gzipped as a server would send them. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { wranglerEnv } from '../../scripts/machine/wrangler.ts'
import { BIN, ROOT, WRANGLER_CONFIG } from '../../scripts/paths.ts'
import type { Row, Section } from '../report.ts'

const WORKER_AIM_KB = 3_000
const WEB_AIM_KB = 250

const kb = (bytes: number): number => Math.round((bytes / 1024) * 10) / 10

async function workerBundle(): Promise<Row> {
	const out = await mkdtemp(join(tmpdir(), 'fairlead-bundle-'))
	try {
		await promisify(execFile)(
			process.execPath,
			[
				BIN.wrangler,
				'deploy',
				'--dry-run',
				'--minify',
				'--outdir',
				out,
				'--config',
				WRANGLER_CONFIG,
			],
			{ env: wranglerEnv(process.env, out) as NodeJS.ProcessEnv },
		)
		const file = await readFile(join(out, 'index.js'))
		const size = kb(gzipSync(file).length)
		return {
			what: 'Worker bundle, minified gzip',
			value: size,
			unit: 'KB',
			aim: `< ${WORKER_AIM_KB}`,
			met: size < WORKER_AIM_KB,
			note: `${kb(file.length)} KB plain`,
		}
	} finally {
		await rm(out, { recursive: true, force: true })
	}
}

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
	rows: [await workerBundle(), await initialScripts(), await relayBundle()],
})
