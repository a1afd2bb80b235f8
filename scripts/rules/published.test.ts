/** A published package that is installed, or imported in a clone, has the files it names, and plain Node reads them. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../children.ts'
import { BIN, ROOT } from '../paths.ts'

const execute = promisify(execFile)
const PACKAGES = ['client', 'corewar'] as const
/** The entry that the repository's own TypeScript imports: never stale, and packed too, because its name is. */
const SOURCE = './source'

interface Manifest {
	readonly name: string
	readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
	readonly bin?: Readonly<Record<string, string>>
	readonly files: readonly string[]
	readonly scripts: Readonly<Record<string, string>>
	readonly dependencies?: Readonly<Record<string, string>>
}

let home: string
beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), 'fairlead-published-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const manifestOf = async (folder: string): Promise<Manifest> =>
	JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))

test.each(PACKAGES)(
	'%s: npm ci builds what its exports name, which are no sources',
	async (folder) => {
		const { exports, files, scripts } = await manifestOf(folder)
		expect(
			scripts['prepare'],
			'npm runs it for the workspaces of a clone, and before it packs',
		).toBe('npm run build')
		expect(scripts['build']).toMatch(/(^| && )tsc -p tsconfig\.build\.json$/)
		for (const [name, conditions] of Object.entries(exports)) {
			if (name === SOURCE) {
				expect([conditions, files.includes('src')]).toEqual(['./src/index.ts', true])
				continue
			}
			expect(Object.keys(conditions)).toContain('default')
			for (const [condition, path] of Object.entries(conditions)) {
				expect(path).toMatch(condition === 'types' ? /^\.\/dist\/.+\.d\.ts$/ : /^\.\/dist\/.+\.js$/)
			}
		}
		expect(files).toContain('dist')
	},
)

test.each(PACKAGES)(
	'%s: a Node that reads no TypeScript imports it by its name',
	async (folder) => {
		const { name, exports, bin = {}, dependencies = {} } = await manifestOf(folder)
		const installed = join(home, 'node_modules', name)
		await mkdir(join(home, 'node_modules', '@fairlead'), { recursive: true })
		await cp(join(ROOT, folder, 'package.json'), join(installed, 'package.json'))
		const built = await run(BIN.tsc, [
			'-p',
			join(ROOT, folder, 'tsconfig.build.json'),
			'--outDir',
			join(installed, 'dist'),
		])
		expect(built.output).toBe('')
		for (const dependency of Object.keys(dependencies)) {
			const theirs = join(home, 'node_modules', dependency)
			await symlink(join(ROOT, 'node_modules', dependency), theirs, 'junction')
		}
		const script = join(home, `${folder}.mjs`)
		const names = Object.keys(exports).filter((path) => path !== SOURCE)
		const imports = names.map((path) => `'${name}${path.slice(1)}'`)
		await writeFile(
			script,
			`for (const name of [${imports}]) console.log(name, Object.keys(await import(name)).join(' '))\n`,
		)
		const { stdout } = await execute(process.execPath, ['--no-strip-types', script], { cwd: home })
		for (const path of names) expect(stdout).toContain(`${name}${path.slice(1)} `)
		for (const program of Object.values(bin)) {
			const path = join(installed, program)
			expect(await readFile(path, 'utf8'), 'npm links the file itself').toMatch(
				/^#!\/usr\/bin\/env node\n/,
			)
			const help = await execute(process.execPath, ['--no-strip-types', path, '--help'], {
				cwd: home,
			})
			expect(help.stdout).toMatch(/^Usage: /)
		}
		if (folder === 'client') expect(stdout).toContain('createFairlead done')
	},
)
