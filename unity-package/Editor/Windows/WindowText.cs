#nullable enable
using Fairlead.Core;

namespace Fairlead.Editor.Windows
{
    /// <summary>The window's texts.</summary>
    internal static class WindowText
    {
        /// <summary>The connection in words. Without a <paramref name="link"/>, the package takes no calls in this editor.</summary>
        internal static (string Title, string Advice, bool IsGood) Connection(LinkStatus? link, bool isPaused)
        {
            if (isPaused) return ("Paused", "The agent cannot see or change this project until you resume.", false);
            if (link == null) return ("Off", "Fairlead is not running in this editor.", false);
            switch (link.State)
            {
                case LinkState.Waiting when link.LastCloseCode == CloseCode.Unproven:
                case LinkState.Connecting when link.LastCloseCode == CloseCode.Unproven:
                    return ("Relay not running",
                        $"Another program has port {link.Port}: it did not prove that it is the relay, and was told nothing. Start the "
                        + "relay. This editor connects automatically.", false);
                case LinkState.Connected:
                    return ("Connected", $"The relay on port {link.Port} is forwarding calls to this editor.", true);
                case LinkState.Connecting:
                    return ("Connecting…", $"Connecting to the relay on port {link.Port}.", false);
                case LinkState.Waiting:
                    return ("Waiting", "The relay did not respond. Retrying in a few seconds.", false);
                case LinkState.Refused:
                    return ("Rejected", Refusal(link.LastCloseCode), false);
                case LinkState.NoRelay:
                    return ("Relay not running", "Start the relay on this machine. This editor connects automatically.", false);
                default:
                    return ("Stopped", "The connection was closed.", false);
            }
        }

        internal static string Phase(Phase phase)
        {
            switch (phase)
            {
                case Core.Phase.Ready:
                    return "Ready for calls.";
                case Core.Phase.Importing:
                    return "Importing assets; calls wait.";
                case Core.Phase.Compiling:
                    return "Compiling scripts; calls wait.";
                case Core.Phase.Reloading:
                    return "Reloading scripts; calls wait.";
                case Core.Phase.Playing:
                    return "In play mode; calls run.";
                case Core.Phase.Modal:
                    return "A dialog is open; calls wait until it is closed.";
                default:
                    return "Busy.";
            }
        }

        /// <summary>One line for a call.</summary>
        internal static string Call(RecentCall call)
        {
            var what = call.Action == null ? call.Method : $"{call.Method} {call.Action}";
            return !call.IsDone ? $"{what} …" : call.Error == null ? what : $"{what}: {call.Error}";
        }

        private static string Refusal(int closeCode)
        {
            switch (closeCode)
            {
                case CloseCode.Superseded:
                    return "Another connection from this editor replaced this one. If this persists, restart the relay.";
                case CloseCode.Unauthorized:
                    return "The relay is older than this package, and asks for its token, which this package does not send. Update the "
                        + "relay and restart it.";
                default:
                    return $"The relay rejected this editor (code {closeCode}). Update the relay and this package to the same version.";
            }
        }
    }
}
