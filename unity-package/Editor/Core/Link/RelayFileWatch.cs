#nullable enable
using System;
using System.IO;
using System.Text;

namespace Fairlead.Core
{
    /// <summary>
    /// <c>relay.json</c> on disk. A watcher reports changes at once if the system can; the link looks
    /// at the file every half second anyway while it has no connection, since watchers miss some.
    /// </summary>
    public sealed class RelayFileWatch : IRelayFileSource, IDisposable
    {
        private readonly object gate = new object();
        private readonly string path;
        private readonly Action changed;
        private FileSystemWatcher? watcher;
        private bool disposed;

        /// <summary><paramref name="changed"/> is called on other threads, perhaps more than once for one change.</summary>
        public RelayFileWatch(string folder, Action changed)
        {
            path = RelayHome.FileIn(folder);
            this.changed = changed;
        }

        /// <inheritdoc/>
        public RelayFile? Read()
        {
            Watch();
            try
            {
                // The relay may replace the file at this moment.
                using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                using var reader = new StreamReader(file, Encoding.UTF8);
                return RelayFile.TryParse(reader.ReadToEnd());
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                return null;
            }
        }

        /// <summary>Ends the watching.</summary>
        public void Dispose()
        {
            lock (gate)
            {
                disposed = true;
                watcher?.Dispose();
                watcher = null;
            }
        }

        private void Watch()
        {
            lock (gate)
            {
                var folder = Path.GetDirectoryName(path);
                if (disposed || watcher != null || folder == null || !Directory.Exists(folder)) return;
                try
                {
                    watcher = new FileSystemWatcher(folder, Path.GetFileName(path));
                    watcher.Changed += (_, __) => changed();
                    watcher.Created += (_, __) => changed();
                    watcher.Renamed += (_, __) => changed();
                    watcher.Error += (_, __) => Unwatch();
                    watcher.EnableRaisingEvents = true;
                }
                catch (Exception)
                {
                    // No watches left, or a file system without them: looking every half second is enough.
                    watcher?.Dispose();
                    watcher = null;
                }
            }
        }

        private void Unwatch()
        {
            lock (gate)
            {
                watcher?.Dispose();
                watcher = null;
            }
        }
    }
}
