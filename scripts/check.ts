/** `npm run check`: types, lint, format and generated files of the whole repository, spelling and links of its documents. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { writeClientTypes } from './builds/client-types.ts'
import { run } from './children.ts'
import { BIN, ROOT } from './paths.ts'

interface Step {
	readonly name: string
	readonly file: string
	readonly args: readonly string[]
}

const types = (project: string): Step => ({
	name: `types of ${project === '.' ? 'scripts, test, bench and examples' : project}`,
	file: BIN.tsc,
	// Several checkers each check the types that all of them use; here the other core has the next project.
	args: ['-p', project, '--checkers', '1'],
})

/** Its list of our words: `our-words.txt`. */
const SPELLING = join(ROOT, 'scripts', 'rules', 'spelling.json')

const STEPS: readonly Step[] = [
	{ name: 'lint and format', file: BIN.biome, args: ['check', '--error-on-warnings', '.'] },
	...[
		'.',
		'protocol',
		'protocol/app',
		'worker',
		'relay-cli',
		'simulator',
		'client',
		'corewar',
		'web',
		'web/push-worker',
		'bench/workers',
		'test/chaos',
	].map(types),
	{
		name: 'spelling of documents',
		file: BIN.cspell,
		args: ['lint', '--config', SPELLING, '--no-progress', '--no-summary', '--show-suggestions'],
	},
	{ name: 'links of documents', file: join(ROOT, 'scripts', 'rules', 'check-links.ts'), args: [] },
	{
		name: 'generated files',
		file: join(ROOT, 'scripts', 'generate.ts'),
		args: ['--check'],
	},
]

await writeClientTypes()

const failed: string[] = []
const waiting = [...STEPS]

async function work(): Promise<void> {
	for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
		const result = await run(step.file, step.args)
		if (result.code === 0) {
			console.log(`✓ ${step.name}`)
		} else {
			failed.push(step.name)
			console.log(`✖ ${step.name}\n${result.output.trimEnd()}\n`)
		}
	}
}

await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
if (failed.length > 0) {
	console.error(`Failed: ${failed.join('; ')}.`)
	process.exit(1)
}
