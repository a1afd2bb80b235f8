/** Dialogs of Unity on this computer, for the watch and for `editor_dialog`: off unless a person allowed it here. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_DIALOG_PICTURE_BYTES, sizeOfPng } from '@fairlead/protocol/editors/dialog-answer'
import type { OutsideDialog } from '@fairlead/protocol/editors/outside'
import type { DialogSystem, RunProgram, SystemDialog } from './dialog-system.ts'
import { linuxDialogs } from './linux.ts'
import { macosDialogs } from './macos.ts'
import { windowsDialogs } from './windows.ts'

/** PowerShell alone takes a second or two to start. */
const TIMEOUT_MS = 10_000
/** Windows prints a picture as base64. */
const MAX_OUTPUT_BYTES = 2 * MAX_DIALOG_PICTURE_BYTES
const ID_BYTES = 8
/** A dialog takes a moment to close. */
const CLOSE_LOOKS = 10
const CLOSE_LOOK_MS = 200

/** A dialog, and the id of its showing: another one for every dialog that opens after it, even for its twin. */
export interface SeenDialog {
	readonly id: string
	readonly dialog: SystemDialog
}

/** The outcome of an answer. Only `pressed` pressed a button. */
export type Answered =
	| { readonly kind: 'pressed'; readonly title: string; readonly closed: boolean }
	/** Another dialog is open, or none. */
	| { readonly kind: 'gone'; readonly now: SeenDialog | null }
	| { readonly kind: 'no_button'; readonly title: string; readonly buttons: readonly string[] }
	/** The system offers no way. */
	| { readonly kind: 'only_there' }
	/** The system refused, and the dialog is still there. */
	| { readonly kind: 'stuck' }

export interface DialogPng {
	readonly png: Buffer
	/** Pixels. */
	readonly width: number
	readonly height: number
}

/** `none`: this system cannot take one, or failed to. */
export type PictureTaken =
	| ({ readonly kind: 'taken' } & DialogPng)
	| { readonly kind: 'gone' }
	| { readonly kind: 'none' }

export class Dialogs {
	readonly #system: DialogSystem
	readonly #allowed: () => Promise<boolean>
	/** The dialog that was seen last, by process. */
	readonly #showing = new Map<number, { readonly sight: string; readonly id: string }>()

	constructor(allowed: () => Promise<boolean>, system: DialogSystem = dialogsOf(process.platform)) {
		this.#allowed = allowed
		this.#system = system
	}

	isAllowed(): Promise<boolean> {
		return this.#allowed()
	}

	/** Returns null if there is none, it may not be looked for, or the system cannot be asked. Never rejects. */
	async find(pid: number): Promise<SeenDialog | null> {
		if (!(await this.#allowed())) return null
		const dialog = await this.#system.find(pid).catch(() => null)
		if (dialog === null) {
			this.#showing.delete(pid)
			return null
		}
		const sight = `${dialog.handle ?? ''}\n${dialog.content}`
		const before = this.#showing.get(pid)
		const showing = before?.sight === sight ? before : { sight, id: newId() }
		this.#showing.set(pid, showing)
		return { id: showing.id, dialog }
	}

	/** The dialog in the form that the room and the page get. */
	async seen(pid: number): Promise<OutsideDialog | null> {
		const found = await this.find(pid)
		return found && this.shown(found)
	}

	shown({ id, dialog: { title, text, buttons } }: SeenDialog): OutsideDialog {
		return {
			id,
			title,
			...(text === undefined ? {} : { text }),
			buttons: [...buttons],
			answerable: this.#system.press !== null && buttons.length > 0,
			...(this.#system.picture === null ? {} : { picture: true }),
		}
	}

	/** Returns null if this system cannot take one, or failed to. */
	async picture(pid: number, dialog: SystemDialog): Promise<DialogPng | null> {
		const png = await this.#system.picture?.(pid, dialog).catch(() => null)
		const size = png ? sizeOfPng(png) : null
		return png && size ? { png, ...size } : null
	}

	/** A picture of the dialog with this id, or none: another one may have taken its place while the picture was made. */
	async pictureOf(pid: number, id: string): Promise<PictureTaken> {
		const found = await this.find(pid)
		if (found?.id !== id) return { kind: 'gone' }
		const picture = await this.picture(pid, found.dialog)
		if (picture === null) return { kind: 'none' }
		const after = await this.find(pid)
		return after?.id === id ? { kind: 'taken', ...picture } : { kind: 'gone' }
	}

	/** Presses a button of the dialog with this id; once, for the dialog has no such id afterwards. Never rejects. */
	async answer(pid: number, id: string, button: string): Promise<Answered> {
		const found = await this.find(pid)
		// Another answer may have taken the id while this one looked.
		if (found?.id !== id || this.#showing.get(pid)?.id !== id) return { kind: 'gone', now: found }
		const { dialog } = found
		const { title, buttons } = dialog
		if (this.#system.press === null || buttons.length === 0) return { kind: 'only_there' }
		if (!buttons.includes(button)) return { kind: 'no_button', title, buttons }
		this.#showing.delete(pid)
		try {
			await this.#system.press(pid, dialog, button)
		} catch {
			const now = await this.find(pid)
			return now && isSame(now.dialog, dialog) ? { kind: 'stuck' } : { kind: 'gone', now }
		}
		return { kind: 'pressed', title, closed: await this.#closes(pid, dialog) }
	}

	async #closes(pid: number, dialog: SystemDialog): Promise<boolean> {
		for (let looks = 0; looks < CLOSE_LOOKS; looks++) {
			const now = await this.find(pid)
			if (now === null || !isSame(now.dialog, dialog)) return true
			await delay(CLOSE_LOOK_MS)
		}
		return false
	}
}

const newId = (): string => randomBytes(ID_BYTES).toString('hex')

const isSame = (one: SystemDialog, other: SystemDialog): boolean =>
	one.handle === other.handle && one.content === other.content

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
