/** `fairlead doctor`: checks everything between this machine's editors and their projects. */
import {
	CHECKS,
	type Check,
	type CheckStatus,
	type Diagnosis,
	verdictOf,
} from '@fairlead/protocol/editors/diagnosis'
import type { Command } from 'commander'
import type { WhichHome } from '../../doctor/which-home.ts'
import { EXIT, paint } from '../terminal.ts'
import { OF_START, whichHomeHere } from './home-in-use.ts'

export function doctorCommand(program: Command): void {
	program
		.command('doctor')
		.description(
			'check this machine, its network, pairing and editors, and say how to fix what is wrong',
		)
		.option('--json', 'print JSON')
		.action(doctor)
}

async function doctor(options: { readonly json?: true }): Promise<void> {
	const [{ ownDiagnosis }, which] = await Promise.all([
		import('../../doctor/own-diagnosis.ts'),
		whichHomeHere(),
	])
	const diagnosis = await ownDiagnosis(which)
	process.stdout.write(
		options.json ? `${JSON.stringify(diagnosis, null, 2)}\n` : render(diagnosis, which),
	)
	if (diagnosis.checks.some(({ status }) => status === 'failed')) process.exitCode = EXIT.failed
}

const MARKS: Readonly<
	Record<CheckStatus, { mark: string; style: 'green' | 'yellow' | 'red' | 'dim' }>
> = {
	ok: { mark: 'ok', style: 'green' },
	warning: { mark: 'warning', style: 'yellow' },
	failed: { mark: 'failed', style: 'red' },
	skipped: { mark: 'skipped', style: 'dim' },
}
const MARK_WIDTH = 9

/** The list for people. */
export function render(
	{ version, platform, checks }: Diagnosis,
	{ home, ofStart }: WhichHome,
): string {
	const lines = checks.flatMap(linesOf)
	return [
		`${paint('bold', 'fairlead doctor')}  relay ${version}, ${platform}, home folder ${home}`,
		...(ofStart ? [`${OF_START}, which is checked.`] : []),
		'',
		...lines,
		'',
		verdictOf(checks),
		'',
	].join('\n')
}

function linesOf({ name, subject, status, found, fix }: Check): string[] {
	const { mark, style } = MARKS[status]
	const title = subject === null ? CHECKS[name] : `${CHECKS[name]} ${subject}`
	const indent = ' '.repeat(MARK_WIDTH)
	return [
		`${paint(style, mark.padEnd(MARK_WIDTH))}${paint('bold', title)}: ${found}`,
		...(fix === null ? [] : [`${indent}→ ${fix}`]),
	]
}
