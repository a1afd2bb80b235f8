/** Dialogs of Unity on this computer, for the watch and for `editor_dialog`: off unless a person allowed it here. */
import { execFile } from 'node:child_process'
import type { OutsideDialog } from '@fairlead/protocol/outside'
import type { DialogSystem, RunProgram, SystemDialog } from './dialog-system.ts'
import { linuxDialogs } from './linux.ts'
import { macosDialogs } from './macos.ts'
import { windowsDialogs } from './windows.ts'

/** PowerShell alone takes a second or two to start. */
const TIMEOUT_MS = 10_000
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024
const MAX_PICTURE_BYTES = 4 * 1024 * 1024
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export class Dialogs {
	readonly #system: DialogSystem
	readonly #allowed: () => Promise<boolean>

	constructor(allowed: () => Promise<boolean>, system: DialogSystem = dialogsOf(process.platform)) {
		this.#allowed = allowed
		this.#system = system
	}

	isAllowed(): Promise<boolean> {
		return this.#allowed()
	}

	/** Null: none, not allowed, or the system cannot be asked. Never rejects. */
	async find(pid: number): Promise<SystemDialog | null> {
		if (!(await this.#allowed())) return null
		return this.#system.find(pid).catch(() => null)
	}

	/** As the room and the page get it. */
	async seen(pid: number): Promise<OutsideDialog | null> {
		const dialog = await this.find(pid)
		return dialog && this.shown(dialog)
	}

	shown({ handle, title, text, buttons }: SystemDialog): OutsideDialog {
		return {
			id: `${handle ?? 'window'}`.slice(0, 100),
			title,
			...(text === undefined ? {} : { text }),
			buttons: [...buttons],
			answerable: this.#system.press !== null && buttons.length > 0,
		}
	}

	/** Null: this system cannot take one, or failed to. */
	async picture(pid: number, dialog: SystemDialog): Promise<Buffer | null> {
		const png = await this.#system.picture?.(pid, dialog).catch(() => null)
		if (!png || png.length > MAX_PICTURE_BYTES || !png.subarray(0, PNG.length).equals(PNG))
			return null
		return png
	}

	/** @throws when this system offers no way, or the dialog is gone */
	async press(pid: number, dialog: SystemDialog, button: string): Promise<void> {
		if (this.#system.press === null) throw new Error('This system offers no way to press a button.')
		await this.#system.press(pid, dialog, button)
	}
}

export function dialogsOf(platform: NodeJS.Platform, run: RunProgram = runProgram): DialogSystem {
	if (platform === 'darwin') return macosDialogs(run)
	if (platform === 'win32') return windowsDialogs(run)
	return linuxDialogs(run)
}

const runProgram: RunProgram = (program, args, env = {}) =>
	new Promise((resolve, reject) => {
		execFile(
			program,
			args,
			{
				encoding: 'buffer',
				timeout: TIMEOUT_MS,
				killSignal: 'SIGKILL',
				maxBuffer: MAX_OUTPUT_BYTES,
				windowsHide: true,
				env: { ...process.env, ...env },
			},
			(error, stdout) => (error ? reject(error) : resolve(stdout)),
		)
	})
