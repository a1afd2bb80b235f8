import { Button } from '../../../ui/button.tsx'

/** Pages of a list, if it has more than one. */
export function Paging(props: {
	/** The name of the list that has pages: "leaderboard". */
	readonly of: string
	/** From 1. */
	readonly page: number
	readonly pages: number
	readonly onPage: (page: number) => void
}) {
	const { of, page, pages, onPage } = props
	// If the current page is gone, the reader still needs a way back.
	if (pages < 2 && page === 1) return null
	return (
		<nav aria-label={`Pages of the ${of}`} className="mt-1 flex items-center justify-end gap-1">
			<span className="tabular text-cap text-muted">
				Page {page} of {pages}
			</span>
			<Button look="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
				Previous
			</Button>
			<Button look="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)}>
				Next
			</Button>
		</nav>
	)
}
