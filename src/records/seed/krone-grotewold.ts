/**
 * Krone - Grotewold, Jüterbog 1901: the game with which the records begin. Light counts 25 free steps, but needs 27 moves,
 * since its own pieces stand in each other's way; the players of 1901 scored 27.
 */
export const KRONE_GROTEWOLD = `[Event "Jüterbog 1901"]
[Site "Jüterbog"]
[Date "1901.??.??"]
[Light "Krone"]
[Dark "Grotewold"]
[Rules "tournament"]
[Result "0-1"]
[Points "27"]
[Reason "goal"]

1. e3-f4 f8-e7 2. c3-d4 d8-c7 3. b2-c3 h8-g7 4. g3-h4 j8-i7 5. c1-b2 i7-j6 6.
i3-j4 j6-i5 7. j4^h6 i5^g3 8. h6^f8 c9-d8 9. d2-e3 d10-c9 10. f8^d10 c7-b6 11.
e1-d2 g3^e1 12. a3-b4 b8-a7 13. j2-i3 d8-c7 14. i3-j4 c7-d6 15. d4-c5 b6^d4 16.
c3^e5 a9-b8 17. e5^c7 g9-h8 18. c7^a9 d6-e5 19. f4^d6 h10-g9 20. d6^f8 g7-h6 21.
f8^h10 h6-g5 22. h4^f6 b8-c7 23. f6^d8 g5-f4 24. e3^g5 f4-g3 25. h2^f4 e9-f8 26.
f4^d6 c9-b8 27. f2^h4 b10-c9 28. d8^b10 e7-f6 29. g5^e7 c9-d8 30. e7^c9 f6-g5
31. h4^f6 g3-h2 32. g1^i3 h8-i7 33. i1^g3 d4-c3 34. b2^d4 c3-b2 35. a1^c3 d8-e7
36. f6^d8 i9-h8 37. d4^f6 h8-g7 38. f6^h8 j10-i9 39. h8^j10 f10-e9 40. d8^f10
e5-f4 41. g3^e5 f4-e3 42. d2^f4 c7-d8 43. f4^h6 g7^i5 44. h6^j8 e3-d4 45. j4^h6
b8-c7 46. d6^b8 a7-b6 47. c5^a7 e7-f6 48. e5^g7 d8-e7 49. c3^e5 e9-d8 50. g7^e9
i9-h8 51. e5^g7 f6-e5 52. g7^i9 f8-g7 53. h6^f8 g5-h4 54. i3^g5 i7-h6 55. g5^i7
h8^j6 56. i9-h8 e1-f2 57. b4-c5 e7-f6 58. c5-d6 g9^e7 59. h10-g9 e7^c5 60. f8-e7
f2-g3 61. e9-f8 h2-g1 62. d10-e9 g3-h2 63. j10-i9 h2-i1 64. i9-h10 h4-g3 65.
j8-i9 g3-f2 66. i9-j8 f2-e1 67. j8-i9 i5-j4 68. i9-j8 j4-i3 69. j8-i9 i3-j2 70.
i9-j8 b2-c1 71. j8-i9 d4-e3 72. i9-j8 e3-d2 73. j8-i9 b6-a5 74. a7-b6 a5-b4 75.
i9-j8 c7^a5 76. b6-c7 d8^b6 77. b8-a7 b4-c3 78. c9-b8 c3-b2 79. c7-d8 b2-a1 80.
b8-c7 a5-b4 81. d8-c9 e5-d4 82. c9-d10 f6-e5 83. e7-f6 h6-g5 84. i7-h6 g7^i5 85.
j8-i7 d4-c3 86. f8-g7 c3-b2 87. e9-f8 b2-a3 88. b10-c9 c5-d4 89. c9-d8 b6-c5 90.
a7-b6 d4-e3 91. d8-e7 e3-f4 92. f10-e9 e5-d4 93. g9-f10 d4-c3 94. h8-g9 c5-d4
95. b6-c5 c3-b2 96. c7-b8 g5-h4 97. d6-c7 h4-g3 98. c7-d8 g3-h2 99. d8-c9 i5-h4
100. c9-b10 h4-g3 101. g7-h8 g3-f2 102. h8-i9 j6-i5 103. i9-j8 i5-h4 104. f8-g7
h4-i3 105. g7-h8 f4-g3 106. h8-i9 d4-e3 107. i9-j10 b4-c3 0-1
`;
