/** `fairlead open`: starts the editor of a Unity project. */
import type { Command } from 'commander'
import { paint } from '../terminal.ts'

export function openCommand(program: Command): void {
	program
		.command('open')
		.description('open a Unity project in the editor of its version')
		.argument('[folder]', 'the folder that contains Assets and ProjectSettings', '.')
		.action(open)
}

async function open(folder: string): Promise<void> {
	const [{ givenFolder }, { thisMachine }, { planStart, startEditor }, running] = await Promise.all(
		[
			import('../pairing/given-folder.ts'),
			import('../../unity/this-machine.ts'),
			import('../../unity/start-editor.ts'),
			import('../running/running-relay.ts'),
		],
	)
	const project = await givenFolder(folder)
	const plan = await planStart(thisMachine(), project, await running.connectedHere())
	const { pid } = await startEditor(plan)
	const what = plan.by === 'editor' ? `Unity ${plan.version}` : 'Unity'
	process.stdout.write(
		`${paint('green', 'Started')} ${what} with ${project}${pid === null ? '' : ` (process ${pid})`}.\n`,
	)
}
