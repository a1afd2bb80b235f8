#nullable enable
using System;
using System.IO;
using System.IO.Compression;

namespace Fairlead.Engine.Raster
{
    /// <summary>The PNG format (ISO/IEC 15948), written.</summary>
    internal static class Png
    {
        private const int BytesPerPixel = 4;
        private static readonly byte[] Signature = { 0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A };
        private static readonly uint[] CrcTable = MakeCrcTable();

        /// <summary>
        /// <paramref name="rgba"/>: four bytes a pixel, row by row from the top. <paramref name="alpha"/>: whether to keep the fourth.
        /// </summary>
        internal static byte[] Encode(byte[] rgba, int width, int height, bool alpha)
        {
            using var file = new MemoryStream();
            file.Write(Signature, 0, Signature.Length);
            var header = new byte[13];
            Put(header, 0, (uint)width);
            Put(header, 4, (uint)height);
            header[8] = 8; // Bits per channel.
            header[9] = (byte)(alpha ? 6 : 2); // RGBA or RGB.
            Chunk(file, "IHDR", header);
            Chunk(file, "IDAT", Compress(Filtered(rgba, width, height, alpha ? 4 : 3)));
            Chunk(file, "IEND", Array.Empty<byte>());
            return file.ToArray();
        }

        /// <summary>Each row as differences to the one above, which renders compress well as.</summary>
        private static byte[] Filtered(byte[] rgba, int width, int height, int channels)
        {
            const byte up = 2;
            var data = new byte[height * (1 + (width * channels))];
            var at = 0;
            for (var y = 0; y < height; y++)
            {
                data[at++] = up;
                for (var x = 0; x < width; x++)
                {
                    var from = ((y * width) + x) * BytesPerPixel;
                    for (var c = 0; c < channels; c++)
                    {
                        var above = y == 0 ? 0 : rgba[from + c - (width * BytesPerPixel)];
                        data[at++] = (byte)(rgba[from + c] - above);
                    }
                }
            }
            return data;
        }

        private static byte[] Compress(byte[] data)
        {
            using var stream = new MemoryStream();
            stream.WriteByte(0x78);
            stream.WriteByte(0x9C);
            using (var deflate = new DeflateStream(stream, CompressionLevel.Optimal, true)) deflate.Write(data, 0, data.Length);
            var sum = new byte[4];
            Put(sum, 0, Adler32(data));
            stream.Write(sum, 0, sum.Length);
            return stream.ToArray();
        }

        private static void Chunk(Stream file, string name, byte[] data)
        {
            var block = new byte[data.Length + 12];
            Put(block, 0, (uint)data.Length);
            for (var i = 0; i < 4; i++) block[4 + i] = (byte)name[i];
            data.CopyTo(block, 8);
            Put(block, data.Length + 8, Crc(block, 4, data.Length + 4));
            file.Write(block, 0, block.Length);
        }

        private static void Put(byte[] into, int at, uint value)
        {
            for (var i = 0; i < 4; i++) into[at + i] = (byte)(value >> (24 - (8 * i)));
        }

        private static uint Adler32(byte[] data)
        {
            const uint modulus = 65521;
            uint a = 1, b = 0;
            foreach (var value in data)
            {
                a = (a + value) % modulus;
                b = (b + a) % modulus;
            }
            return (b << 16) | a;
        }

        private static uint Crc(byte[] data, int from, int count)
        {
            var crc = 0xFFFFFFFFu;
            for (var i = from; i < from + count; i++) crc = CrcTable[(crc ^ data[i]) & 0xFF] ^ (crc >> 8);
            return ~crc;
        }

        private static uint[] MakeCrcTable()
        {
            var table = new uint[256];
            for (uint n = 0; n < 256; n++)
            {
                var c = n;
                for (var k = 0; k < 8; k++) c = (c & 1) != 0 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
                table[n] = c;
            }
            return table;
        }
    }
}
