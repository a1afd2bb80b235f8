/**
 * The page's first script. It asks for the code and the messages of the address at once: the libraries that every
 * page needs take a slow computer half a second to run, in which the rest arrives.
 */
import { preloadPage } from './app/pages.ts'
import { beginReads } from './data/early-reads.ts'
import './ui/tokens.css'

beginReads(location.pathname)
preloadPage(location.pathname)
import('./main.tsx').catch((error: unknown) => {
	const root = document.getElementById('root')
	if (root)
		root.textContent = 'Fairlead could not be loaded. Check the connection, then reload the page.'
	throw error
})
