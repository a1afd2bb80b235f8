#nullable enable
using System;
using System.IO;

namespace Fairlead.Engine.Raster
{
    /// <summary>The JPEG format (ISO/IEC 10918-1), written: baseline, every colour at full size.</summary>
    internal static class Jpeg
    {
        private const int Side = 8;
        private const int BlockSize = Side * Side;

        /// <summary>Annex K.1: for brightness and for colour.</summary>
        private static readonly byte[][] BaseTables =
        {
            new byte[]
            {
                16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
                14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
                49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
            },
            new byte[]
            {
                17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
                47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
                99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
            },
        };

        private static readonly int[] Zigzag = MakeZigzag();
        private static readonly double[] Cosines = MakeCosines();

        /// <summary><paramref name="rgba"/>: four bytes a pixel, row by row from the top. <paramref name="quality"/>: 1 to 100.</summary>
        internal static byte[] Encode(byte[] rgba, int width, int height, int quality)
        {
            var tables = Array.ConvertAll(BaseTables, table => Scaled(table, Math.Clamp(quality, 1, 100)));
            using var file = new MemoryStream();
            WriteHeaders(file, width, height, tables);
            var bits = new JpegBits(file);
            var before = new int[3];
            for (var y = 0; y < height; y += Side)
                for (var x = 0; x < width; x += Side)
                    for (var component = 0; component < 3; component++)
                    {
                        var block = Transformed(Block(rgba, width, height, x, y, component));
                        var table = tables[Math.Min(component, 1)];
                        var values = new int[BlockSize];
                        for (var i = 0; i < BlockSize; i++) values[i] = (int)Math.Round(block[Zigzag[i]] / table[Zigzag[i]]);
                        bits.Write(values, before[component]);
                        before[component] = values[0];
                    }
            bits.Fill();
            file.WriteByte(0xFF);
            file.WriteByte(0xD9);
            return file.ToArray();
        }

        private static void WriteHeaders(Stream file, int width, int height, byte[][] tables)
        {
            file.Write(new byte[] { 0xFF, 0xD8 });
            Segment(file, 0xE0, new byte[] { 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0 });
            for (byte i = 0; i < tables.Length; i++)
            {
                var body = new byte[BlockSize + 1];
                body[0] = i;
                for (var k = 0; k < BlockSize; k++) body[k + 1] = tables[i][Zigzag[k]];
                Segment(file, 0xDB, body);
            }
            Segment(
                file,
                0xC0,
                new byte[]
                {
                    8, (byte)(height >> 8), (byte)height, (byte)(width >> 8), (byte)width,
                    3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1,
                });
            foreach (var table in JpegBits.Tables) Segment(file, 0xC4, table);
            Segment(file, 0xDA, new byte[] { 3, 1, 0, 2, 0, 3, 0, 0, 63, 0 });
        }

        private static void Segment(Stream file, byte marker, byte[] body)
        {
            var length = body.Length + 2;
            file.Write(new byte[] { 0xFF, marker, (byte)(length >> 8), (byte)length });
            file.Write(body);
        }

        /// <summary>The table as libjpeg scales it.</summary>
        private static byte[] Scaled(byte[] table, int quality)
        {
            var percent = quality < 50 ? 5000 / quality : 200 - (quality * 2);
            return Array.ConvertAll(table, value => (byte)Math.Clamp(((value * percent) + 50) / 100, 1, 255));
        }

        /// <summary>Brightness, blueness or redness around zero. Beyond the edge, the last pixels are repeated.</summary>
        private static double[] Block(byte[] rgba, int width, int height, int left, int top, int component)
        {
            var block = new double[BlockSize];
            for (var i = 0; i < BlockSize; i++)
            {
                var x = Math.Min(left + (i % Side), width - 1);
                var y = Math.Min(top + (i / Side), height - 1);
                var at = ((y * width) + x) * 4;
                double r = rgba[at], g = rgba[at + 1], b = rgba[at + 2];
                block[i] = component switch
                {
                    0 => (0.299 * r) + (0.587 * g) + (0.114 * b) - 128,
                    1 => (-0.168736 * r) - (0.331264 * g) + (0.5 * b),
                    _ => (0.5 * r) - (0.418688 * g) - (0.081312 * b),
                };
            }
            return block;
        }

        /// <summary>The discrete cosine transform: rows, then columns.</summary>
        private static double[] Transformed(double[] block) => Turned(Turned(block));

        /// <summary>Transforms each row and writes it as a column, so that twice is both.</summary>
        private static double[] Turned(double[] block)
        {
            var result = new double[BlockSize];
            for (var row = 0; row < Side; row++)
            {
                for (var u = 0; u < Side; u++)
                {
                    double sum = 0;
                    for (var x = 0; x < Side; x++) sum += block[(row * Side) + x] * Cosines[(u * Side) + x];
                    result[(u * Side) + row] = sum;
                }
            }
            return result;
        }

        private static double[] MakeCosines()
        {
            var cosines = new double[BlockSize];
            for (var u = 0; u < Side; u++)
                for (var x = 0; x < Side; x++)
                    cosines[(u * Side) + x] =
                        (u == 0 ? Math.Sqrt(0.5) : 1) / 2 * Math.Cos(((2 * x) + 1) * u * Math.PI / (2 * Side));
            return cosines;
        }

        /// <summary>Diagonals, in turn downwards and upwards.</summary>
        private static int[] MakeZigzag()
        {
            var order = new int[BlockSize];
            var at = 0;
            for (var sum = 0; sum < (2 * Side) - 1; sum++)
                for (var i = Math.Max(0, sum - Side + 1); i <= Math.Min(sum, Side - 1); i++)
                    order[at++] = sum % 2 == 0 ? ((sum - i) * Side) + i : (i * Side) + sum - i;
            return order;
        }
    }
}
