/**
 * Writes what is generated: `protocol/schemas/<tool>.json` (JSON Schema of every tool, with requests and
 * results as they travel), `protocol/titles.json` (what the page has of them), `protocol/fixtures/*.json` (frames of
 * the editor link, canonical JSON), the types of the client, and missing `.meta` files of the Unity package. The same sources always give the same bytes.
 * `--check` writes nothing and fails if a file is stale.
 */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openApiTypes } from '../client/scripts/openapi-types.ts'
import { generatedFiles } from '../protocol/scripts/generated-files.ts'
import { ROOT } from './paths.ts'
import { unityMetas } from './unity-metas.ts'

const FOLDERS = ['protocol/schemas', 'protocol/fixtures']
const TITLES = 'protocol/titles.json'
const CLIENT_TYPES = 'client/src/openapi.ts'
/** The OpenAPI document has about a hundred thousand bytes. */
const MAX_BYTES = 16_000_000

/** @returns a message per stale file; empty if all are up to date */
export async function staleFiles(wanted: ReadonlyMap<string, string>): Promise<string[]> {
	const stale: string[] = []
	for (const [path, text] of wanted) {
		const present = await readFile(join(ROOT, path), 'utf8').catch(() => null)
		if (present === null) stale.push(`${path} is missing`)
		else if (present.replaceAll('\r\n', '\n') !== text) stale.push(`${path} is out of date`)
	}
	for (const path of await present()) {
		if (!wanted.has(path)) stale.push(`${path} does not belong to any tool`)
	}
	return stale
}

async function present(): Promise<string[]> {
	const found: string[] = []
	for (const folder of FOLDERS) {
		const names = await readdir(join(ROOT, folder)).catch(() => [])
		found.push(...names.filter((n) => n.endsWith('.json')).map((n) => `${folder}/${n}`))
	}
	return found
}

async function write(wanted: ReadonlyMap<string, string>): Promise<void> {
	for (const folder of FOLDERS) await mkdir(join(ROOT, folder), { recursive: true })
	for (const path of await present()) {
		if (!wanted.has(path)) await rm(join(ROOT, path))
	}
	for (const [path, text] of wanted) await writeFile(join(ROOT, path), text)
}

/** In a process of its own: the Worker's sources are typed for workerd, not for Node. */
async function readOpenApi(): Promise<object> {
	const script = join(ROOT, 'worker', 'scripts', 'openapi.ts')
	const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: MAX_BYTES })
	return JSON.parse(stdout)
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const wanted = new Map([
	...(await generatedFiles()),
	[CLIENT_TYPES, await openApiTypes(await readOpenApi())],
])
const metas = unityMetas(join(ROOT, 'unity-package'), !values.check)
const problems = [...metas.broken]
if (values.check) {
	problems.push(...metas.stale, ...(await staleFiles(wanted)))
} else {
	await write(wanted)
	console.log(
		`${wanted.size} files written to ${[...FOLDERS, TITLES, CLIENT_TYPES].join(', ')}; ${metas.stale.length} .meta files of the Unity package.`,
	)
}
for (const line of problems) console.error(line)
if (problems.length > 0) {
	console.error('Run `npm run generate` and commit the result.')
	process.exit(1)
}
