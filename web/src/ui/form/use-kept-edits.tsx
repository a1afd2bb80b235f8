import { useState } from 'react'
import { KeptEdits } from './kept-edits.ts'

const kept = new KeptEdits(() => sessionStorage)

export interface FormEdits<T> {
	readonly typed: T
	readonly type: (typed: T) => void
	/** The form began with edits that were made before. */
	readonly fromBefore: boolean
	/** After saving, with what is saved now; or to discard the edits. */
	readonly begin: (saved: T) => void
}

/**
 * What is typed in a form, which survives leaving the page. Not for secrets.
 * @param key the form and the thing that it changes
 * @param saved what the form shows without edits
 */
export function useKeptEdits<T extends object>(key: string, saved: T): FormEdits<T> {
	const [{ typed, fromBefore }, set] = useState(() => {
		const before = kept.over(key, saved)
		return { typed: before ?? saved, fromBefore: before !== null }
	})
	return {
		typed,
		fromBefore,
		type(typed) {
			set({ typed, fromBefore })
			kept.keep(key, saved, typed)
		},
		begin(typed) {
			set({ typed, fromBefore: false })
			kept.forget(key)
		},
	}
}

export function FromBefore(props: { shown: boolean; onDiscard: () => void }) {
	return (
		props.shown && (
			<p role="status" className="text-line text-muted">
				Unsaved changes from before ·{' '}
				<button
					type="button"
					className="rounded-sm underline underline-offset-2 max-md:min-h-11"
					onClick={props.onDiscard}
				>
					Discard
				</button>
			</p>
		)
	)
}
