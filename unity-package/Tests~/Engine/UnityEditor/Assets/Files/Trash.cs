#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Runtime.InteropServices;

namespace Fairlead.Engine.Assets
{
    /// <summary>Takes deleted files.</summary>
    internal interface ITrash
    {
        /// <summary>Takes a file or folder away. False: it could not, and the file is still there.</summary>
        bool Take(string path);
    }

    /// <summary>The trash of this platform.</summary>
    internal static class OsTrash
    {
        internal static ITrash ForThisPlatform() =>
            RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? new RecycleBin()
            : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? new MacTrash()
            : (ITrash)new FreedesktopTrash(FreedesktopTrash.HomeTrash());
    }

    /// <summary>A folder that stands for the trash; names that are taken get a number.</summary>
    internal sealed class FolderTrash : ITrash
    {
        private readonly string folder;

        internal FolderTrash(string folder)
        {
            this.folder = folder;
        }

        public bool Take(string path) => TrashMove.Into(folder, path) != null;
    }

    /// <summary>https://specifications.freedesktop.org/trash-spec: the file, and a note where it came from.</summary>
    internal sealed class FreedesktopTrash : ITrash
    {
        private readonly string home;

        internal FreedesktopTrash(string home)
        {
            this.home = home;
        }

        internal static string HomeTrash()
        {
            var data = Environment.GetEnvironmentVariable("XDG_DATA_HOME");
            if (string.IsNullOrEmpty(data) || !Path.IsPathRooted(data))
                data = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".local", "share");
            return Path.Combine(data, "Trash");
        }

        public bool Take(string path)
        {
            var name = TrashMove.Into(Path.Combine(home, "files"), path);
            if (name == null) return false;
            var info = Path.Combine(home, "info");
            Directory.CreateDirectory(info);
            var now = DateTime.Now.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture);
            var from = string.Join("/", Array.ConvertAll(Path.GetFullPath(path).Split('/'), Uri.EscapeDataString));
            File.WriteAllText(Path.Combine(info, name + ".trashinfo"), $"[Trash Info]\nPath={from}\nDeletionDate={now}\n");
            return true;
        }
    }

    /// <summary>The Finder's trash, so that "Put Back" works; without a Finder, its folder.</summary>
    internal sealed class MacTrash : ITrash
    {
        private const int FinderTimeoutMs = 10_000;

        public bool Take(string path)
        {
            if (AskFinder(path)) return true;
            var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
            return TrashMove.Into(Path.Combine(home, ".Trash"), path) != null;
        }

        private static bool AskFinder(string path)
        {
            var escaped = Path.GetFullPath(path).Replace("\\", "\\\\").Replace("\"", "\\\"");
            var start = new ProcessStartInfo("/usr/bin/osascript") { UseShellExecute = false, RedirectStandardOutput = true,
                RedirectStandardError = true };
            start.ArgumentList.Add("-e");
            start.ArgumentList.Add($"tell application \"Finder\" to delete POSIX file \"{escaped}\"");
            try
            {
                using var process = Process.Start(start);
                if (process == null) return false;
                if (process.WaitForExit(FinderTimeoutMs)) return process.ExitCode == 0;
                process.Kill();
                return false;
            }
            catch (Exception e) when (e is System.ComponentModel.Win32Exception || e is InvalidOperationException)
            {
                return false;
            }
        }
    }

    /// <summary>The Windows recycle bin.</summary>
    internal sealed class RecycleBin : ITrash
    {
        private const uint Delete = 3;
        private const ushort Silent = 0x0004;
        private const ushort NoConfirmation = 0x0010;
        private const ushort AllowUndo = 0x0040;
        private const ushort NoErrorUi = 0x0400;

        public bool Take(string path)
        {
            var operation = new FileOperation
            {
                Function = Delete,
                // Two zeros end the list of names.
                From = Path.GetFullPath(path) + "\0\0",
                Flags = Silent | NoConfirmation | AllowUndo | NoErrorUi,
            };
            return SHFileOperationW(ref operation) == 0 && !operation.Aborted;
        }

        [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
        private struct FileOperation
        {
            public IntPtr Window;
            public uint Function;
            [MarshalAs(UnmanagedType.LPWStr)] public string From;
            [MarshalAs(UnmanagedType.LPWStr)] public string? To;
            public ushort Flags;
            [MarshalAs(UnmanagedType.Bool)] public bool Aborted;
            public IntPtr NameMappings;
            [MarshalAs(UnmanagedType.LPWStr)] public string? ProgressTitle;
        }

        [DllImport("shell32.dll", CharSet = CharSet.Unicode, ExactSpelling = true)]
        private static extern int SHFileOperationW(ref FileOperation operation);
    }

    /// <summary>Moves into a trash folder, also from another disk.</summary>
    internal static class TrashMove
    {
        private const int MaxSameNames = 10_000;

        /// <summary>The name that it has there; null: it could not be moved and is where it was.</summary>
        internal static string? Into(string folder, string path)
        {
            try
            {
                Directory.CreateDirectory(folder);
                foreach (var name in Names(Path.GetFileName(path)))
                {
                    var target = Path.Combine(folder, name);
                    if (File.Exists(target) || Directory.Exists(target)) continue;
                    if (Directory.Exists(path)) MoveFolder(path, target);
                    else File.Move(path, target);
                    return name;
                }
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                return null;
            }
            return null;
        }

        private static IEnumerable<string> Names(string name)
        {
            yield return name;
            for (var i = 2; i < MaxSameNames; i++)
                yield return $"{Path.GetFileNameWithoutExtension(name)} {i}{Path.GetExtension(name)}";
        }

        /// <summary><see cref="Directory.Move"/> refuses another disk; <see cref="File.Move"/> copies.</summary>
        private static void MoveFolder(string from, string to)
        {
            try
            {
                Directory.Move(from, to);
            }
            catch (IOException)
            {
                CopyFolder(from, to);
                Directory.Delete(from, true);
            }
        }

        private static void CopyFolder(string from, string to)
        {
            Directory.CreateDirectory(to);
            foreach (var file in Directory.GetFiles(from)) File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
            foreach (var folder in Directory.GetDirectories(from)) CopyFolder(folder, Path.Combine(to, Path.GetFileName(folder)));
        }
    }
}
