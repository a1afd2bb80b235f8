/**
 * Writes what is generated: `protocol/schemas/<tool>.json` (JSON Schema of every tool, with requests and
 * results as they travel), `protocol/fixtures/*.json` (frames of the editor link, canonical JSON), the OpenAPI document
 * of the server with the client's types, the snapshot of the migrations, the tables of a new Conversation object, the
 * script of the MCP App's page, the relay's answers to an MCP client's first requests, the editor's parser of Redcode
 * from its grammar, and missing `.meta` files of the Unity package. The same sources always give the same bytes.
 * `--check` writes nothing and fails if a file is stale.
 */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { APP_SCRIPT, appScript } from '../protocol/scripts/app-script.ts'
import { compactJson } from '../protocol/scripts/compact-json.ts'
import { generatedFiles } from '../protocol/scripts/generated-files.ts'
import { fileText, liveAnswers } from '../relay-cli/scripts/live-answers.ts'
import { redcodeParser } from '../web/scripts/redcode-parser.ts'
import { writeClientTypes } from './builds/client-types.ts'
import { unityMetas } from './builds/unity-metas.ts'
import { ROOT } from './paths.ts'

const FOLDERS = ['protocol/schemas', 'protocol/fixtures']
const SNAPSHOTS = 'migrations/meta'
const OPENAPI = 'client/openapi.json'
/** A member of an operation has a line, as long as it is. */
const OPENAPI_DEPTH = 4
/** The columns of a table have a line: people read the SQL beside it. */
const SNAPSHOT_DEPTH = 3
const NEW_TABLES = 'worker/src/conversations/storage/new-tables.json'
const FIRST_ANSWERS = 'relay-cli/src/mcp-server/pipe/first-answers.json'
const REDCODE = 'web/src/features/corewar/redcode'
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
async function workerScript(name: string): Promise<string> {
	const script = join(ROOT, 'worker', 'scripts', name)
	return (await promisify(execFile)(process.execPath, [script], { maxBuffer: MAX_BYTES })).stdout
}

/** drizzle-kit compares the schema with the last snapshot, and writes each with a line for every bracket. */
async function snapshot(): Promise<[string, string][]> {
	const names = await readdir(join(ROOT, SNAPSHOTS))
	const last = names
		.filter((name) => name.endsWith('_snapshot.json'))
		.sort()
		.at(-1)
	if (last === undefined) throw new Error(`${SNAPSHOTS} has no snapshot.`)
	const path = `${SNAPSHOTS}/${last}`
	const text = await readFile(join(ROOT, path), 'utf8')
	return [[path, compactJson(JSON.parse(text), SNAPSHOT_DEPTH)]]
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const wanted = new Map([
	...(await generatedFiles()),
	[OPENAPI, compactJson(JSON.parse(await workerScript('openapi.ts')), OPENAPI_DEPTH)],
	...(await snapshot()),
	[NEW_TABLES, await workerScript('new-tables.ts')],
	[APP_SCRIPT, await appScript()],
	[FIRST_ANSWERS, fileText(await liveAnswers())],
	...(await redcodeParser(ROOT)),
])
const metas = unityMetas(join(ROOT, 'unity-package'), !values.check)
const problems = [...metas.broken]
if (values.check) {
	problems.push(...metas.stale, ...(await staleFiles(wanted)))
} else {
	await write(wanted)
	await writeClientTypes()
	console.log(
		`${wanted.size} files written to ${[...FOLDERS, OPENAPI, NEW_TABLES, APP_SCRIPT, FIRST_ANSWERS, REDCODE].join(', ')}; ${metas.stale.length} .meta files of the Unity package.`,
	)
}
for (const line of problems) console.error(line)
if (problems.length > 0) {
	console.error('Run `npm run generate` and commit the result.')
	process.exit(1)
}
