/**
 * pMARS, which the Core War engine is compared with. It is under the GPL: nothing of it is part of this repository.
 * It is built from the Debian source package, without graphics, into `.fairlead/`, which takes about five seconds;
 * `FAIRLEAD_PMARS` names a program that is there already.
 */
import { execFile } from 'node:child_process'
import { access, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { STATE_DIR } from '../paths.ts'
import { archivesOf, asSources } from './apt-sources.ts'

export type FoundPmars =
	| {
			readonly found: true
			readonly program: string
			/** Its example warriors; null if only the program is there. */
			readonly examples: string | null
	  }
	| { readonly found: false; readonly reason: string }

const HOME = join(STATE_DIR, 'pmars')
/** Flags of the Debian package, but for the display, and with the speed that compilers give to programs in use. */
const FLAGS = ['CFLAGS=-O2 -w -DEXT94 -DPERMUTATE -DSERVER', 'LIB=']
const TOOLS = ['apt-get', 'dpkg-source', 'cc', 'make'] as const
/** A slow mirror. */
const TIMEOUT_MS = 180_000

const exec = promisify(execFile)
const exists = (path: string): Promise<boolean> =>
	access(path).then(
		() => true,
		() => false,
	)

let finding: Promise<FoundPmars> | null = null

/** Finds pMARS, or builds it. Never rejects. */
export function findPmars(): Promise<FoundPmars> {
	finding ??= find().catch((error: unknown) => ({
		found: false,
		reason: `pMARS could not be built: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
	}))
	return finding
}

/** Why pMARS cannot be had here; null: it can. */
export async function pmarsMissing(): Promise<string | null> {
	const pmars = await findPmars()
	return pmars.found ? null : pmars.reason
}

async function find(): Promise<FoundPmars> {
	const named = process.env['FAIRLEAD_PMARS'] ?? ''
	if (named !== '') {
		if (await exists(named)) return { found: true, program: named, examples: null }
		return { found: false, reason: `FAIRLEAD_PMARS names ${named}, which does not exist` }
	}
	const built: FoundPmars = {
		found: true,
		program: join(HOME, 'src', 'pmars'),
		examples: join(HOME, 'warriors'),
	}
	if (await exists(built.program)) return built
	for (const tool of TOOLS) {
		if (await has(tool)) continue
		return {
			found: false,
			reason: `${tool} is missing, with which pMARS is built from the Debian source package (on Debian: apt-get install gcc make dpkg-dev); or set FAIRLEAD_PMARS to a pmars program`,
		}
	}
	await build()
	return built
}

const has = (tool: string): Promise<boolean> =>
	exec('sh', ['-c', `command -v ${tool}`]).then(
		() => true,
		() => false,
	)

/** With lists and caches of its own: it needs no rights and changes nothing of the machine's. */
async function build(): Promise<void> {
	const work = `${HOME}-${process.pid}`
	await rm(work, { recursive: true, force: true })
	await mkdir(join(work, 'lists', 'partial'), { recursive: true })
	await mkdir(join(work, 'cache', 'archives', 'partial'), { recursive: true })
	try {
		const sources = join(work, 'sources')
		await writeSources(sources)
		const options = [
			`Dir::State::lists=${join(work, 'lists')}`,
			`Dir::Cache=${join(work, 'cache')}`,
			'Dir::Etc::sourcelist=/dev/null',
			`Dir::Etc::sourceparts=${sources}`,
		].flatMap((option) => ['-o', option])
		const run = (tool: string, args: readonly string[]) =>
			exec(tool, args, { cwd: work, timeout: TIMEOUT_MS })
		await run('apt-get', [...options, '-qq', 'update'])
		await run('apt-get', [...options, '-qq', 'source', 'pmars'])
		const folder = (await readdir(work)).find((name) => /^pmars-[\d.]+$/.test(name))
		if (folder === undefined) throw new Error('the source package has no folder pmars-…')
		await run('make', ['-C', join(folder, 'src'), ...FLAGS])
		await rm(HOME, { recursive: true, force: true })
		await rename(join(work, folder), HOME)
	} finally {
		await rm(work, { recursive: true, force: true })
	}
}

/** Writes the distribution's archives, from which this machine installs, as archives of sources into `folder`. */
async function writeSources(folder: string): Promise<void> {
	const format = '$(ORIGIN)|$(REPO_URI)|$(SOURCESENTRY)'
	const { stdout } = await exec('apt-get', [
		'indextargets',
		'--format',
		format,
		'Created-By: Packages',
	])
	const archives = archivesOf(stdout, await readFile('/etc/os-release', 'utf8'))
	await mkdir(folder)
	for (const [file, uris] of archives) {
		const text = asSources(file, await readFile(file, 'utf8'), uris)
		await writeFile(join(folder, basename(file)), text)
	}
}

/** Copies the example warriors to `folder`. @returns their names; none if only the program is there */
export async function copyExamples(pmars: FoundPmars, folder: string): Promise<readonly string[]> {
	if (!pmars.found || pmars.examples === null) return []
	await cp(pmars.examples, folder, { recursive: true })
	return (await readdir(folder)).filter((name) => name.endsWith('.red'))
}
