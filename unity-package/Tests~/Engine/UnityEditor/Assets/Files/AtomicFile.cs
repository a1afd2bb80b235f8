#nullable enable
using System;
using System.IO;
using System.Text;

namespace Fairlead.Engine.Assets
{
    /// <summary>Writes files so that a reader never sees half of one, and a failure leaves the old one.</summary>
    internal static class AtomicFile
    {
        private static readonly Encoding Utf8 = new UTF8Encoding(false);

        /// <summary>Called with the file's path when all is written and before it takes its place; for tests of failures.</summary>
        internal static Action<string>? BeforeReplace { get; set; }

        /// <exception cref="IOException">The old file, if there was one, is as it was.</exception>
        internal static void Write(string file, string text) => Write(file, Utf8.GetBytes(text));

        /// <exception cref="IOException">The old file, if there was one, is as it was.</exception>
        internal static void Write(string file, byte[] bytes)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file) ?? ".");
            var draft = $"{file}.{Guid.NewGuid().ToString("N").Substring(0, 8)}.tmp";
            try
            {
                File.WriteAllBytes(draft, bytes);
                BeforeReplace?.Invoke(file);
                if (File.Exists(file)) File.Replace(draft, file, null);
                else File.Move(draft, file);
            }
            catch
            {
                File.Delete(draft);
                throw;
            }
        }
    }
}
