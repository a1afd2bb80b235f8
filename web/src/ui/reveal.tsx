/** A label that shows and hides the content below it. */
export function Reveal(props: { open: boolean; onToggle: () => void; show: string; hide: string }) {
	return (
		<button
			type="button"
			aria-expanded={props.open}
			onClick={props.onToggle}
			className="rounded-sm text-cap text-faint underline decoration-edge-strong underline-offset-3 hover:text-text max-md:min-h-11"
		>
			{props.open ? props.hide : props.show}
		</button>
	)
}
