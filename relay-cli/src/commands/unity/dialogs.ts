/** `fairlead dialogs`: whether the relay may read and answer Unity's dialogs on this computer. */
import { Argument, type Command } from 'commander'

export function dialogsCommand(program: Command): void {
	program
		.command('dialogs')
		.description("let the agent read Unity's dialogs, and answer them once a person approved it")
		.addArgument(new Argument('[state]', 'leave it out to see the state').choices(['on', 'off']))
		.addHelpText(
			'after',
			'\nOff at first. On: the relay reads title, text and buttons of a dialog that Unity shows, and may take a\npicture of that window alone. It presses a button only after a person has approved that answer.\nmacOS asks for the permission Accessibility. On Linux (X11, with xdotool and xprop) the title is all that\ncan be read.',
		)
		.action(dialogs)
}

async function dialogs(state: 'on' | 'off' | undefined): Promise<void> {
	const { ensureHome, fairleadHome } = await import('../../home/home.ts')
	const { changeSettings, readSettings } = await import('../../home/settings.ts')
	const home = await ensureHome(fairleadHome())
	if (state !== undefined) await changeSettings(home, { dialogs: state === 'on' })
	const { dialogs: allowed } = await readSettings(home)
	process.stdout.write(
		allowed
			? 'On: the relay may read dialogs of Unity on this computer, and answer them after an approval.\n'
			: 'Off: the relay leaves dialogs of Unity to the person at this computer.\n',
	)
}
