/** `fairlead support`: a file to send with a question. */
import type { Command } from 'commander'
import { givenPath } from '../pairing/given-folder.ts'
import { CommandError } from '../terminal.ts'

interface SupportOptions {
	readonly output?: string
}

export function supportCommand(program: Command): void {
	program
		.command('support')
		.description(
			'write a file for a bug report: versions, checks, log and settings, without secrets',
		)
		.option('-o, --output <file>', 'where to write it; - prints it')
		.action(support)
}

async function support({ output }: SupportOptions): Promise<void> {
	const [{ writeFile }, { supportBundle }, { ownDiagnosis }, { fairleadHome }] = await Promise.all([
		import('node:fs/promises'),
		import('../../doctor/support-bundle.ts'),
		import('../../doctor/own-diagnosis.ts'),
		import('../../home/home.ts'),
	])
	const home = fairleadHome()
	const diagnosis = await ownDiagnosis({ home, ofStart: false })
	const text = await supportBundle({ home, env: process.env, diagnosis })
	if (output === '-') {
		process.stdout.write(text)
		return
	}
	const time = new Date(diagnosis.at).toISOString().slice(0, 19).replaceAll(':', '')
	const path = givenPath(output ?? `fairlead-support-${time}.json`)
	try {
		await writeFile(path, text, { flag: 'wx', mode: 0o600 })
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error
		throw new CommandError(
			error.code === 'EEXIST'
				? `${path} exists already. Choose another file with --output.`
				: `${path} cannot be written (${error.code}). Choose another file with --output.`,
		)
	}
	process.stdout.write(
		`Wrote ${path}. Read it before you send it: it holds no tokens and no file contents, but names of projects and servers.\n`,
	)
}
