#nullable enable
using System;
using System.IO;
using System.Linq;

namespace Fairlead.Engine.Raster
{
    /// <summary>The coefficients of a JPEG's blocks as Huffman codes: the tables for brightness, used for all components.</summary>
    internal sealed class JpegBits
    {
        private const int ZerosInARow = 0xF0;
        private const int EndOfBlock = 0;

        /// <summary>Annex K.3: how many codes there are of each length from 1 to 16, then what they stand for.</summary>
        private static readonly byte[] First = FromHex("00010501010101010100000000000000" + "000102030405060708090A0B");

        private static readonly byte[] Others = FromHex(
            "0002010303020403050504040000017D" +
            "01020300041105122131410613516107227114328191A1082342B1C11552D1F02433627282090A161718191A25262728292A34353637" +
            "38393A434445464748494A535455565758595A636465666768696A737475767778797A838485868788898A92939495969798999AA2A3" +
            "A4A5A6A7A8A9AAB2B3B4B5B6B7B8B9BAC2C3C4C5C6C7C8C9CAD2D3D4D5D6D7D8D9DAE1E2E3E4E5E6E7E8E9EAF1F2F3F4F5F6F7F8F9FA");

        private static readonly (int Code, int Length)[] FirstCodes = CodesOf(First);
        private static readonly (int Code, int Length)[] OtherCodes = CodesOf(Others);

        private readonly Stream file;
        private int held;
        private int heldLength;

        internal JpegBits(Stream file)
        {
            this.file = file;
        }

        /// <summary>The tables as segments of the file; the first byte is the kind of the table.</summary>
        internal static byte[][] Tables { get; } = { First.Prepend((byte)0x00).ToArray(), Others.Prepend((byte)0x10).ToArray() };

        /// <summary><paramref name="values"/>: of one block, in zigzag order; the first counts from <paramref name="before"/>.</summary>
        internal void Write(int[] values, int before)
        {
            var difference = values[0] - before;
            Put(FirstCodes[LengthOf(difference)]);
            PutValue(difference);
            var zeros = 0;
            foreach (var value in values.Skip(1))
            {
                if (value == 0)
                {
                    zeros++;
                    continue;
                }
                for (; zeros > 15; zeros -= 16) Put(OtherCodes[ZerosInARow]);
                Put(OtherCodes[(zeros << 4) | LengthOf(value)]);
                PutValue(value);
                zeros = 0;
            }
            if (zeros > 0) Put(OtherCodes[EndOfBlock]);
        }

        /// <summary>The last byte is filled with ones.</summary>
        internal void Fill()
        {
            if (heldLength > 0) Put((0xFF >> heldLength, 8 - heldLength));
        }

        /// <summary>A negative number is written as what is missing to the largest of its length.</summary>
        private void PutValue(int value)
        {
            var length = LengthOf(value);
            Put((value < 0 ? value + (1 << length) - 1 : value, length));
        }

        private void Put((int Code, int Length) bits)
        {
            for (var i = bits.Length - 1; i >= 0; i--)
            {
                held = (held << 1) | ((bits.Code >> i) & 1);
                if (++heldLength < 8) continue;
                file.WriteByte((byte)held);
                // Otherwise it would be read as a marker.
                if (held == 0xFF) file.WriteByte(0);
                (held, heldLength) = (0, 0);
            }
        }

        private static int LengthOf(int value)
        {
            var length = 0;
            for (var rest = Math.Abs(value); rest > 0; rest >>= 1) length++;
            return length;
        }

        private static (int Code, int Length)[] CodesOf(byte[] table)
        {
            var codes = new (int, int)[256];
            var (code, at) = (0, 16);
            for (var length = 1; length <= 16; length++)
            {
                for (var i = 0; i < table[length - 1]; i++) codes[table[at++]] = (code++, length);
                code <<= 1;
            }
            return codes;
        }

        private static byte[] FromHex(string text) =>
            Enumerable.Range(0, text.Length / 2).Select(i => Convert.ToByte(text.Substring(2 * i, 2), 16)).ToArray();
    }
}
