/**
 * How the Worker's process says that the port is its own. An answer at the port does not say so: while the Worker
 * starts, another program, of another user too, could have the port, and would be sent the sign-in token.
 */

const SENTENCE = 'The Worker listens.'

/** Called by the Worker's process, once it listens. */
export const sayListening = (): void => console.log(SENTENCE)

/** Notices the sentence in the output of a process that may be started again. */
export class ListeningWatch {
	#pid: number | undefined

	/** @param pid that of the process with this output */
	output(text: string, pid: number | undefined): void {
		if (text.includes(SENTENCE)) this.#pid = pid
	}

	listens(pid: number | undefined): boolean {
		return pid !== undefined && pid === this.#pid
	}
}
