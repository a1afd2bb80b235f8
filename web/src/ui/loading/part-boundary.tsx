import { Component, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Note } from '../feedback.tsx'

/** A part of the page's code failed to load; browsers remember that until the page is reloaded. */
const isMissingCode = (error: Error): boolean =>
	/dynamically imported module|importing a module|preload CSS/i.test(error.message)

const reload = (): void => location.reload()

interface Props {
	readonly children: ReactNode
	/** The stopped part, as the sentence's subject: "The editor pane". Without it, nothing is said. */
	readonly what?: string
	/** Stands in the place of a part of which nothing is said. */
	readonly instead?: ReactNode
	/** A new value retries: the part shows something else now. */
	readonly resetKey?: unknown
	readonly className?: string | undefined
}
interface State {
	readonly error: Error | null
	readonly resetKey: unknown
}

/** Keeps a defect, or a chunk of an older version that is gone, to one part of the page, with a way on. */
export class PartBoundary extends Component<Props, State> {
	override state: State = { error: null, resetKey: this.props.resetKey }

	static getDerivedStateFromError(error: Error): Partial<State> {
		return { error }
	}

	static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
		if (props.resetKey === state.resetKey) return null
		return { error: null, resetKey: props.resetKey }
	}

	/** Without a network, only waiting helps: what was being written is kept over the reload. */
	override componentDidCatch(error: Error): void {
		if (this.props.what && isMissingCode(error) && !navigator.onLine)
			window.addEventListener('online', reload, { once: true })
	}

	override render() {
		const { error } = this.state
		if (error === null) return this.props.children
		if (!this.props.what) return this.props.instead
		const isMissing = isMissingCode(error)
		const title = `${this.props.what} cannot be shown`
		const place = this.props.className ? { className: this.props.className } : {}
		if (isMissing && !navigator.onLine)
			return (
				<Note level="info" title={title} {...place}>
					It was not loaded before the network was lost, and comes with it.
				</Note>
			)
		return (
			<Note
				level="error"
				title={title}
				{...place}
				action={
					isMissing ? (
						<Button className="text-line" onClick={reload}>
							Reload the page
						</Button>
					) : (
						<Button className="text-line" onClick={() => this.setState({ error: null })}>
							Try again
						</Button>
					)
				}
			>
				Nothing was lost: messages and runs are stored on the server.
				<span className="block font-mono text-cap text-faint wrap-anywhere">{error.message}</span>
			</Note>
		)
	}
}
