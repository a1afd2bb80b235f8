import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/feedback.tsx'

/** The last net: a bug in the page, or a chunk of an older version that is gone from the server. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
	override state: { error: Error | null } = { error: null }

	static getDerivedStateFromError(error: Error) {
		return { error }
	}

	override render() {
		if (this.state.error === null) return this.props.children
		return (
			<main role="alert" className="flex h-dvh items-center justify-center">
				<Empty
					title="This page stopped working"
					action={<Button onClick={() => location.reload()}>Reload</Button>}
				>
					Nothing was lost: messages and runs are stored on the server.
					<span className="mt-2 block font-mono text-cap text-faint wrap-anywhere">
						{this.state.error.message}
					</span>
				</Empty>
			</main>
		)
	}
}
